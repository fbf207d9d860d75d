import type { DocumentSummary } from '#schemas/dashboard/entry.ts';
import { shownName } from '#web/kernel/resource/shown-name.ts';
import type { Language } from '#web/lib/text.ts';

type Head = Pick<DocumentSummary, 'name' | 'nameFr' | 'description' | 'descriptionFr'>;

/** A document with its name and what it is for in the language of the reader, where they are translated. */
export function shownIn<Document extends Head>(document: Document, language: Language): Document {
  if (language === 'en') return document;
  const { description, descriptionFr = description } = document;
  return { ...document, name: shownName(document, language), description: descriptionFr };
}
