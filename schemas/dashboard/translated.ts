import type { Language } from '../time/locale.ts';
import type { DocumentDifference } from './difference.ts';
import type { DashboardDocument } from './document.ts';
import type { DocumentContent } from './entry.ts';

type Texts = Readonly<Record<string, string>>;

const isText = (name: string): boolean => name === 'title' || name === 'label';

const textIn = (texts: Texts, text: string): string =>
  (Object.hasOwn(texts, text) ? texts[text] : undefined) ?? text;

/** Replaces titles and labels, wherever they are. */
function withTexts(value: unknown, texts: Texts): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => withTexts(each, texts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => [
      name,
      typeof part === 'string' && isText(name) ? textIn(texts, part) : withTexts(part, texts),
    ]),
  );
}

function withTextsOf(document: DashboardDocument, texts: Texts): DashboardDocument {
  const { dashlets, filters } = document;
  const shown = withTexts({ dashlets, filters }, texts) as Pick<DashboardDocument, 'dashlets' | 'filters'>;
  return { ...document, ...shown };
}

/** The document with its titles and labels in a language; those without a translation stay. */
export function documentIn(document: DashboardDocument, language: Language): DashboardDocument {
  const { translations } = document;
  return translations === undefined || language === 'en' ? document : withTextsOf(document, translations.fr);
}

const headWith = ({ name, description, folder }: Omit<DocumentContent, 'document'>, texts: Texts) => ({
  name: textIn(texts, name),
  description: textIn(texts, description),
  folder,
});

/** As `documentIn`, with the texts next to the document. */
export function contentIn({ document, ...head }: DocumentContent, language: Language): DocumentContent {
  const { translations } = document;
  if (translations === undefined || language === 'en') return { ...head, document };
  return { ...headWith(head, translations.fr), document: documentIn(document, language) };
}

/** What is written when a user changed a content in their language: texts that they left as they were keep their translations. */
export function contentFrom({ document, ...head }: DocumentContent, language: Language): DocumentContent {
  const { translations } = document;
  if (translations === undefined || language === 'en') return { ...head, document };
  const written = Object.fromEntries(Object.entries(translations.fr).map(([text, shown]) => [shown, text]));
  return { ...headWith(head, written), document: withTextsOf(document, written) };
}

/** A difference of versions with the texts of the document in a language. */
export function differenceIn(
  { texts, parts, dashlets }: DocumentDifference,
  { translations }: DashboardDocument,
  language: Language,
): DocumentDifference {
  const shown = (text: string): string =>
    translations === undefined || language === 'en' ? text : textIn(translations.fr, text);
  return {
    texts: texts.map(({ text, before, after }) => ({ text, before: shown(before), after: shown(after) })),
    parts,
    dashlets: dashlets.map((dashlet) => ({ ...dashlet, title: shown(dashlet.title) })),
  };
}
