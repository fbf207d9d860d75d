import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Ouvrir {{name}}',
  all: 'Tout ce qui est affiché',
  running: 'Alarmes en cours',
  events: 'Alarmes de cette période',
  inventory: 'Ouvrir sa page',
  period: 'Du {{from}} au {{to}}',
  open: 'Ouvrir {{name}}',
  nowhere: 'Vous n’avez accès ni aux alarmes ni à l’inventaire.',
} satisfies Like<typeof en>;
