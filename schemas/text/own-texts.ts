/** Texts by key. */
type TextsByKey = Readonly<Record<string, string>>;

/** Texts by the name of what shows them, and key. */
export type NamedTexts = Readonly<Record<string, TextsByKey>>;

/** Name of the texts of problems: their keys are the codes. */
export const PROBLEM_TEXTS = 'problem';

/** A fault of the texts of an installation: where it is, and what is expected there. */
interface OwnTextFault {
  /** Name and key: `silence.title`. */
  readonly at: string;
  readonly expected: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const FORM = /_(?:zero|one|two|few|many|other)$/;
const PLACEHOLDER = /\{\{(\w+)\}\}/g;

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? '');

/** The text of the product that a key replaces. A form of the plural that English lacks, such as `rows_few`, replaces `rows_other`. */
function replacedBy(key: string, known: TextsByKey): string | undefined {
  if (Object.hasOwn(known, key)) return known[key];
  const other = key.replace(FORM, '_other');
  return FORM.test(key) && Object.hasOwn(known, other) ? known[other] : undefined;
}

/** What is wrong with a text that replaces one of the product. */
function expectedOf(text: unknown, replaced: string, key: string): string | undefined {
  if (typeof text !== 'string' || text.trim() === '') return 'expected a text that is not empty';
  if (/\{\{|\}\}/.test(text.replaceAll(PLACEHOLDER, ''))) return 'expected placeholders such as {{name}}';
  const known = new Set([...namesIn(replaced), ...(FORM.test(key) ? ['count'] : [])]);
  const unknown = namesIn(text).find((name) => !known.has(name));
  if (unknown === undefined) return undefined;
  const offered = [...known].map((name) => `{{${name}}}`).join(', ');
  return `expected ${offered === '' ? 'no placeholder' : `of placeholders only ${offered}`}, got {{${unknown}}}`;
}

/** Unknown names and keys, unknown placeholders, and what is no text, in texts that are to replace those of the product. */
export function ownTextFaults(given: unknown, known: NamedTexts): readonly OwnTextFault[] {
  if (!isRecord(given)) return [{ at: '', expected: 'expected an object of texts by name and key' }];
  return Object.entries(given).flatMap(([name, texts]): readonly OwnTextFault[] => {
    const ofName = Object.hasOwn(known, name) ? known[name] : undefined;
    if (ofName === undefined) return [{ at: name, expected: 'expected the name of texts of the console' }];
    if (!isRecord(texts)) return [{ at: name, expected: 'expected an object of texts by key' }];
    return Object.entries(texts).flatMap(([key, text]) => {
      const replaced = replacedBy(key, ofName);
      const expected =
        replaced === undefined ? 'expected the key of a text' : expectedOf(text, replaced, key);
      return expected === undefined ? [] : [{ at: `${name}.${key}`, expected }];
    });
  });
}

/** How many texts of the product have no text in a language. Forms of the plural count as one. */
export function missingTexts(given: NamedTexts, known: NamedTexts): number {
  const stem = (key: string): string => key.replace(FORM, '');
  return Object.entries(known).reduce((sum, [name, texts]) => {
    const own = new Set(Object.keys(given[name] ?? {}).map(stem));
    return sum + [...new Set(Object.keys(texts).map(stem))].filter((key) => !own.has(key)).length;
  }, 0);
}
