import { defineTexts } from '#web/lib/text.ts';
import { en } from './texts/token/en.ts';
import { fr } from './texts/token/fr.ts';

export const useTokenTexts = defineTexts('token', en, fr);
