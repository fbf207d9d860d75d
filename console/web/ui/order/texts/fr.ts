import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  up: 'Monter {{name}}',
  down: 'Descendre {{name}}',
  position: 'Position de {{name}}',
  moved: '{{name}} est à la position {{position}} sur {{count}}.',
  isFirst: 'Déjà en première position',
  isLast: 'Déjà en dernière position',
  save: 'Enregistrer l’ordre',
} satisfies Like<typeof en>;
