import type { NamedTexts } from '#schemas/text/own-texts.ts';
import { languages } from '#schemas/time/locale.ts';
import { overrideTexts } from '#web/lib/text.ts';

/** Files of texts of the installation, which the page names: `fr.0f3c….json`, by the tag of their language. */
function ownFiles(): ReadonlyMap<string, string> {
  const files = document.documentElement.dataset['texts']?.split(' ') ?? [];
  return new Map(files.map((file) => [file.split('.')[0] ?? '', file]));
}

/** Tags of the languages that the installation adds. */
export const ownLanguages = (): readonly string[] =>
  [...ownFiles().keys()].filter((tag) => !languages.some((one) => one === tag));

/** A language in its own words: `Deutsch`. */
export function nameOfLanguage(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

const loads = new Map<string, Promise<void>>();

async function load(tag: string, file: string): Promise<void> {
  const response = await fetch(new URL(`texts/${file}`, document.baseURI));
  if (!response.ok) throw new Error(`${file}: status ${String(response.status)}`);
  overrideTexts(tag, (await response.json()) as NamedTexts);
}

function loadOnce(tag: string, file: string): Promise<void> {
  const loading = loads.get(tag) ?? load(tag, file);
  loads.set(tag, loading);
  // What failed is loaded again with the next choice.
  loading.catch(() => loads.delete(tag));
  return loading;
}

/** Loads the texts of the installation in a language, and those in English, to which it falls back; undefined: it has none. */
export function loadOwnTexts(tag: string): Promise<unknown> | undefined {
  const files = [...ownFiles()].filter(([of]) => of === tag || of === 'en');
  return files.length === 0 ? undefined : Promise.all(files.map(([of, file]) => loadOnce(of, file)));
}
