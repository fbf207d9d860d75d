import { languages } from '#schemas/time/locale.ts';

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

/** Loads the texts of the installation in a language, and those in English, to which it falls back; undefined: it has none. */
export function loadOwnTexts(tag: string): Promise<unknown> | undefined {
  const files = [...ownFiles()].filter(([of]) => of === tag || of === 'en');
  return files.length === 0 ? undefined : loadFiles(files);
}

/** Its code is loaded where an installation has texts. */
async function loadFiles(files: readonly (readonly [string, string])[]): Promise<void> {
  const { loadOnce } = await import('./load-own-texts.ts');
  await Promise.all(files.map(([of, file]) => loadOnce(of, file)));
}
