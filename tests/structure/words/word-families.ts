import { readFileSync } from 'node:fs';
import { sourceFiles, sourceFolders } from '../source-files.ts';

/**
 * Words that stand where the field has its own: request, response, query, cached, retained, deleted (docs/82-glossary.md).
 * Upper case is left alone: REST is no rest.
 */
const families =
  /(?<![a-z])(?:ask|answer|question|kept|gone|beside|beyond|whole|rest|want)(?:s|ed|ing|er|ers)?(?![a-z])/g;

/** Words of a folder per 1,000 lines, at most: what the folders have that read best. */
export const MAX_PER_THOUSAND = 10;
/** A short folder has no meaningful share: a single word in 40 lines is 25 per 1,000. */
const MIN_LINES = 200;

/** Words of a line: identifiers are split at capitals, underscores and hyphens. */
const wordsOf = (text: string): string =>
  text
    .replace(/\bREST\b/g, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .toLowerCase();

/** The folder that is counted: a feature of the console, else the second level. */
function countedFolder(file: string): string {
  const parts = file.split('/').slice(0, -1);
  const isFeature = parts[0] === 'console' && (parts[2] === 'features' || parts[2] === 'kernel');
  return parts.slice(0, isFeature ? 4 : parts[0] === 'console' ? 3 : 2).join('/');
}

/** Words of the families per 1,000 lines by folder, rounded up to one decimal. */
export function wordsPerThousand(): ReadonlyMap<string, number> {
  // A migration stays as it was released.
  const files = sourceFiles(sourceFolders).filter(
    (file) => !/^(?:tests\/structure\/words|schemas\/migrations)\//.test(file),
  );
  const counted = [...Map.groupBy(files, countedFolder)].map(([folder, own]) => {
    const texts = own.map((file) => readFileSync(file, 'utf8'));
    const lines = texts.reduce((sum, text) => sum + text.split('\n').length, 0);
    const words = texts.reduce((sum, text) => sum + (wordsOf(text).match(families)?.length ?? 0), 0);
    return [folder, Math.ceil((words * 10_000) / Math.max(lines, MIN_LINES)) / 10] as const;
  });
  return new Map(counted.toSorted(([left], [right]) => left.localeCompare(right, 'en')));
}
