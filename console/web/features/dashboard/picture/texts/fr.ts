import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  ofDashlet: 'Télécharger en PNG',
  ofPage: 'Télécharger la page en PNG',
  working: 'L’image est en préparation.',
  failed: 'Le navigateur n’a pas pu produire l’image.',
} satisfies Like<typeof en>;
