import { defineTexts } from '#web/lib/text.ts';

const en = { announcement: 'Announcement', close: 'Close the announcement' } as const;
const fr = { announcement: 'Annonce', close: 'Fermer l’annonce' };

/** In no start of the console: they come with the announcement. */
export const useAnnouncementTexts = defineTexts('shown-announcement', en, fr);
