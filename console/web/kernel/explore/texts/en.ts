import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  open: 'Open in the explorer',
  openOf: 'Open {{name}} in the explorer',
  changed: 'What changed in this period',
} as const;

export const useExploreLinkTexts = defineTexts('explore-link', en, fr);
