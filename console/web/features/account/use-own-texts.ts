import { defineTexts } from '#web/lib/text.ts';
import { en } from './texts/own/en.ts';
import { fr } from './texts/own/fr.ts';

export const useOwnTexts = defineTexts('own-account', en, fr);
