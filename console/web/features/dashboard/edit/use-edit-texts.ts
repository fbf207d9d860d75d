import { defineTexts } from '#web/lib/text.ts';
import { en } from './texts/en.ts';
import { fr } from './texts/fr.ts';

/** Words of the fields of a dashlet. */
export const useEditTexts = defineTexts(en, fr);
