import type { Language } from '../time/locale.ts';
import type { ReportDocument } from './document.ts';
import type { ReportContent } from './entry.ts';

type Texts = Readonly<Record<string, string>>;

/** Names of the fields whose texts are shown. */
const shownFields: ReadonlySet<string> = new Set(['title', 'label', 'text', 'alt']);

const textIn = (texts: Texts, text: string): string =>
  (Object.hasOwn(texts, text) ? texts[text] : undefined) ?? text;

/** Replaces titles, labels and texts, wherever they are. */
function withTexts(value: unknown, texts: Texts): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => withTexts(each, texts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => [
      name,
      typeof part === 'string' && shownFields.has(name) ? textIn(texts, part) : withTexts(part, texts),
    ]),
  );
}

function withTextsOf(document: ReportDocument, texts: Texts): ReportDocument {
  const { pages, variables } = document;
  const shown = withTexts({ pages, variables }, texts) as Pick<ReportDocument, 'pages' | 'variables'>;
  return { ...document, ...shown };
}

/** The report with its texts in a language; those without a translation stay. */
export function reportIn(document: ReportDocument, language: Language): ReportDocument {
  const { translations } = document;
  return translations === undefined || language === 'en' ? document : withTextsOf(document, translations.fr);
}

const headWith = ({ name, description, folder }: Omit<ReportContent, 'document'>, texts: Texts) => ({
  name: textIn(texts, name),
  description: textIn(texts, description),
  folder,
});

/** As `reportIn`, with the texts of its head. */
export function reportContentIn({ document, ...head }: ReportContent, language: Language): ReportContent {
  const { translations } = document;
  if (translations === undefined || language === 'en') return { ...head, document };
  return { ...headWith(head, translations.fr), document: reportIn(document, language) };
}

/** What is written when a user changed a content in their language: texts that they left as they were keep their translations. */
export function reportContentFrom({ document, ...head }: ReportContent, language: Language): ReportContent {
  const { translations } = document;
  if (translations === undefined || language === 'en') return { ...head, document };
  const written = Object.fromEntries(Object.entries(translations.fr).map(([text, shown]) => [shown, text]));
  return { ...headWith(head, written), document: withTextsOf(document, written) };
}
