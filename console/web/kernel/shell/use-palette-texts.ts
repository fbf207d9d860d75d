import { defineTexts } from '#web/lib/text.ts';
import { en } from './texts/en.ts';
import { fr } from './texts/fr.ts';

/** Texts of what the shell loads when it is opened: the palette and the list of shortcuts. */
export const usePaletteTexts = defineTexts(en, fr);
