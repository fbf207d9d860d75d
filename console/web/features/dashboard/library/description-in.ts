import type { DocumentSummary } from '#schemas/dashboard/entry.ts';
import type { Language } from '#web/lib/text.ts';

/** What a document is for, in the language of the reader where it is translated. */
export const descriptionIn = (
  { description, descriptionFr }: Pick<DocumentSummary, 'description' | 'descriptionFr'>,
  language: Language,
): string => (language === 'fr' ? (descriptionFr ?? description) : description);
