import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { missingTexts, ownTextFaults, type NamedTexts } from '#schemas/text/own-texts.ts';
import { languages } from '#schemas/time/locale.ts';

/** Texts of the installation in a language. */
export interface OwnTexts {
  /** Tag: `fr`, or `de` for a language of its own. */
  readonly language: string;
  readonly texts: NamedTexts;
  /** Texts of a language of its own that are shown in English. */
  readonly missing: number;
}

/** What the folder of texts holds: all of it, or what is wrong with it, a line each. */
export type OwnTextsResult =
  | { readonly texts: readonly OwnTexts[] }
  | { readonly faults: readonly [string, ...string[]] };

interface Part {
  readonly language: string;
  readonly texts: NamedTexts;
  readonly faults: readonly string[];
}

/** A tag of BCP 47 without the parts that browsers do not send: `de`, `pt-BR`. */
const TAG = /^[a-z]{2,3}(?:-[A-Z]{2})?$/;
const isBuiltIn = (language: string): boolean => languages.some((one) => one === language);
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The content of a file of texts; `wrap` places what it holds under the name of its texts. */
function readPart(
  folder: string,
  { file, language, wrap }: { file: string; language: string; wrap: (content: unknown) => unknown },
  known: NamedTexts,
): Part {
  try {
    const texts = wrap(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    const faults = ownTextFaults(texts, known).map(({ at, expected }) =>
      at === '' ? `${file}: ${expected}` : `${file}, ${at}: ${expected}`,
    );
    return { language, texts: texts as NamedTexts, faults };
  } catch (error) {
    return { language, texts: {}, faults: [`${file}: expected JSON, got ${reasonOf(error)}`] };
  }
}

const refused = (language: string, entry: string): readonly Part[] => {
  const files = languages.map((one) => `${one}.json`).join(', ');
  return [{ language, texts: {}, faults: [`${entry}: expected ${files}, or a folder such as de`] }];
};

/** The files of a language of its own: one per name of texts. */
function partsOfFolder(folder: string, language: string, known: NamedTexts): readonly Part[] {
  if (!TAG.test(language) || isBuiltIn(language)) return refused(language, language);
  return readdirSync(join(folder, language))
    .filter((entry) => !entry.startsWith('.'))
    .toSorted()
    .map((entry) => {
      const name = entry.replace(/\.json$/, '');
      return readPart(
        folder,
        { file: `${language}/${entry}`, language, wrap: (content) => ({ [name]: content }) },
        known,
      );
    });
}

function partsOf(folder: string, entry: string, known: NamedTexts): readonly Part[] {
  if (statSync(join(folder, entry)).isDirectory()) return partsOfFolder(folder, entry, known);
  const language = entry.replace(/\.json$/, '');
  return isBuiltIn(language) && entry.endsWith('.json')
    ? [readPart(folder, { file: entry, language, wrap: (content) => content }, known)]
    : refused(language, entry);
}

/** Reads a folder of texts: `en.json` and `fr.json` replace texts of the product, a folder such as `de` is a language of its own. */
export function readOwnTexts(folder: string, known: NamedTexts): OwnTextsResult {
  const parts = readdirSync(folder)
    .filter((entry) => !entry.startsWith('.'))
    .toSorted()
    .flatMap((entry) => partsOf(folder, entry, known));
  const [first, ...others] = parts.flatMap(({ faults }) => faults);
  if (first !== undefined) return { faults: [first, ...others] };
  const byLanguage = Map.groupBy(parts, ({ language }) => language);
  return {
    texts: [...byLanguage].map(([language, ofLanguage]): OwnTexts => {
      const texts = Object.assign({}, ...ofLanguage.map((part) => part.texts)) as NamedTexts;
      return { language, texts, missing: isBuiltIn(language) ? 0 : missingTexts(texts, known) };
    }),
  };
}
