import { defineTexts } from '#web/lib/text.ts';

const en = { announcement: 'Announcement', close: 'Close the announcement' } as const;
const fr = { announcement: 'Annonce', close: 'Fermer l’annonce' };

/** Not in the initial bundle: loaded with the announcement. */
export const useAnnouncementTexts = defineTexts(en, fr);
