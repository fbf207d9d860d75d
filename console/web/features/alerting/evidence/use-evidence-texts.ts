import { defineTexts } from '#web/lib/text.ts';
import { en as alertingEn } from '../texts/en.ts';
import { fr as alertingFr } from '../texts/fr.ts';
import { en } from './texts/en.ts';
import { fr } from './texts/fr.ts';

/** The texts of the page, and those of the details, which are loaded with them. */
export const useEvidenceTexts = defineTexts({ ...alertingEn, ...en }, { ...alertingFr, ...fr });
