import { defineTexts } from '#web/lib/text.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';

export const useKernelTexts = defineTexts(en, fr);
