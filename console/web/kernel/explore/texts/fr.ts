import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  open: 'Ouvrir dans l’explorateur',
  openOf: 'Ouvrir {{name}} dans l’explorateur',
  changed: 'Ce qui a changé sur cette période',
} satisfies Like<typeof en>;
