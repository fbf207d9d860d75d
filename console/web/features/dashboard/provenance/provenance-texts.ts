import { defineTexts, translateIn } from '#web/lib/text.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { en } from './texts/en.ts';
import { fr } from './texts/fr.ts';

export type ProvenanceText = Translate<typeof en>;

/** The words by language, for what is no component. */
export const provenanceTexts: Readonly<Record<Language, ProvenanceText>> = {
  en: translateIn(en, 'en'),
  fr: translateIn<typeof en>(fr as unknown as typeof en, 'fr'),
};

export const useProvenanceTexts = defineTexts(en, fr);
