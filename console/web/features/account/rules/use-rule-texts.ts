import { defineTexts } from '#web/lib/text.ts';
import { en } from '../texts/rules/en.ts';
import { fr } from '../texts/rules/fr.ts';

export const useRuleTexts = defineTexts('sign-in-rules', en, fr);
