import { defineTexts } from '#web/lib/text.ts';

const en = {
  announcement: 'Announcement',
  close: 'Close the announcement',
  history:
    'The history of the demonstration is being generated, {{percent}}%. Charts of earlier days fill from today backwards.',
} as const;
const fr = {
  announcement: 'Annonce',
  close: 'Fermer l’annonce',
  history:
    'Génération de l’historique de la démonstration\u00A0: {{percent}}\u00A0%. Les graphiques des jours précédents se remplissent à partir d’aujourd’hui.',
} as const;

/** Not in the initial bundle: loaded with the announcement. */
export const useAnnouncementTexts = defineTexts(en, fr);
