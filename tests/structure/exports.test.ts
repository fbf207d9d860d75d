import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourceFiles, sourceFolders } from './source-files.ts';

/** Names that several files export on purpose, each with the reason. */
const shared: Readonly<Record<string, string>> = {
  en: 'English texts of a feature, imported by its own hook only',
  fr: 'French texts of a feature, imported by its own hook only',
};

const declaration =
  /^export (?:async )?(?:abstract )?(?:declare )?(?:function\*?|const|class|interface|type|let)\s+([A-Za-z_][A-Za-z0-9_]*)/gm;

function exportsByName(): ReadonlyMap<string, readonly string[]> {
  const files = sourceFiles(sourceFolders).filter((file) => !file.includes('.test.'));
  const pairs = files.flatMap((file) => {
    const names = [...readFileSync(file, 'utf8').matchAll(declaration)].map(([, name = '']) => name);
    // A contract is a value and a type of one name.
    return [...new Set(names)].map((name) => ({ name, file }));
  });
  return new Map(
    [...Map.groupBy(pairs, ({ name }) => name)].map(([name, group]) => [name, group.map(({ file }) => file)]),
  );
}

describe('an exported name', () => {
  const names = exportsByName();

  it('has one meaning', () => {
    const repeated = [...names].filter(([name, files]) => files.length > 1 && !(name in shared));
    expect(Object.fromEntries(repeated)).toEqual({});
  });

  it('is excepted only while several files export it', () => {
    expect(Object.keys(shared).filter((name) => (names.get(name)?.length ?? 0) < 2)).toEqual([]);
  });
});
