import type { DashboardDocument } from './document.ts';

type Texts = Readonly<Record<string, string>>;

const isText = (name: string): boolean => name === 'title' || name === 'label';

/** Replaces titles and labels, wherever they are. */
function withTexts(value: unknown, texts: Texts): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => withTexts(each, texts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => [
      name,
      typeof part === 'string' && isText(name) && Object.hasOwn(texts, part)
        ? texts[part]
        : withTexts(part, texts),
    ]),
  );
}

/** The document with its titles and labels in a language; those without a translation stay. */
export function documentIn(document: DashboardDocument, language: 'en' | 'fr'): DashboardDocument {
  const { translations, dashlets, filters } = document;
  if (translations === undefined || language === 'en') return document;
  const shown = withTexts({ dashlets, filters }, translations.fr) as Pick<
    DashboardDocument,
    'dashlets' | 'filters'
  >;
  return { ...document, ...shown };
}
