import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { problemCodes, problems } from '#schemas/problem/catalogue.ts';
import { placeholdersOf } from '#schemas/problem/definition.ts';
import { sourceFiles } from './source-files.ts';
import { unraised } from './unraised-problems.ts';

/** The catalogue itself says a code without raising it. */
const files = sourceFiles(['schemas', 'platform', 'engine', 'ingest', 'console']).filter(
  (file) => !file.includes('.test.') && !file.startsWith('schemas/problem/family/'),
);
const words = new Set(
  files.flatMap((file) => readFileSync(file, 'utf8').match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []),
);
const listed = Object.values(unraised).flat();

describe('a problem of the catalogue', () => {
  it('is raised somewhere, or stands with its reason in the list of those that are not', () => {
    expect(problemCodes.filter((code) => !words.has(code) && !listed.includes(code))).toEqual([]);
  });

  it('whose text states values is not thrown without any', () => {
    const stating = new Set<string>(
      problemCodes.filter((code) => placeholdersOf(problems[code].en).length > 0),
    );
    const bare = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/ProblemError\('([A-Z0-9_]+)'\)/g)]
        .map(([, code]) => code ?? '')
        .filter((code) => stating.has(code))
        .map((code) => `${file}: ${code}`),
    );
    expect(bare).toEqual([]);
  });

  it('that is raised, or is none, stands not in that list', () => {
    const known: readonly string[] = problemCodes;
    expect(listed.filter((code) => words.has(code) || !known.includes(code))).toEqual([]);
    expect(listed.filter((code, at) => listed.indexOf(code) !== at)).toEqual([]);
  });
});
