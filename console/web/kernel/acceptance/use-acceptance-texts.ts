import { defineTexts } from '#web/lib/text.ts';
import { en } from './texts/en.ts';
import { fr } from './texts/fr.ts';

export const useAcceptanceTexts = defineTexts(en, fr);
