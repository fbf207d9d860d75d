import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  announcement: 'Annonce',
  close: 'Fermer l’annonce',
  more: 'Afficher toute l’annonce',
  history:
    'Génération de l’historique de la démonstration\u00A0: {{percent}}\u00A0%. Les graphiques des jours précédents se remplissent à partir d’aujourd’hui.',
} satisfies Like<typeof en>;
