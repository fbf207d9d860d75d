import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  announcement: 'Announcement',
  close: 'Close the announcement',
  more: 'Show the entire announcement',
  history:
    'The history of the demonstration is being generated, {{percent}}%. Charts of earlier days fill from today backwards.',
} as const;

/** Not in the initial bundle: loaded with the announcement. */
export const useAnnouncementTexts = defineTexts('announcement', en, fr);
