import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Définir une alarme',
  action: 'Ouvrir l’éditeur',
  cockpit: 'Profil d’alarmes',
  noCockpits: 'Il n’y a aucun profil d’alarmes que vous puissiez modifier.',
  cancel: 'Annuler',
} satisfies Like<typeof en>;
