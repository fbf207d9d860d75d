import type { DocumentSummary } from '#schemas/dashboard/entry.ts';
import type { Language } from '#web/lib/text.ts';

interface Described {
  readonly description: DocumentSummary['description'];
  readonly descriptionFr?: DocumentSummary['descriptionFr'];
}

/** What a document is for, in the language of the reader where it is translated. */
export function descriptionIn(
  { description, descriptionFr = description }: Described,
  language: Language,
): string {
  return language === 'fr' ? descriptionFr : description;
}
