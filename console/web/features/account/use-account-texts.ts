import { accountProblems } from '#schemas/problem/family/account-problems.ts';
import { addProblemTexts } from '#web/kernel/api/problem-texts.ts';
import { defineTexts } from '#web/lib/text.ts';
import { en } from './texts/en.ts';
import { fr } from './texts/fr.ts';

export const useAccountTexts = defineTexts(en, fr);

// Identity provider problems and expired links are shown without a failed call.
addProblemTexts(accountProblems);
