import { readFileSync } from 'node:fs';
import { sourceFiles, sourceFolders } from '../source-files.ts';

interface DeclaredType {
  readonly name: string;
  readonly file: string;
  readonly isExported: boolean;
}

const declaration = /^(export )?(?:declare )?(?:abstract )?(?:interface|type|class) ([A-Z][A-Za-z0-9]*)/gm;

export const declaredTypes: readonly DeclaredType[] = sourceFiles(sourceFolders).flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(declaration)].map(([, exported, name = '']) => ({
    name,
    file,
    isExported: exported !== undefined,
  })),
);

/** A participle says what happened to a thing and not what it is: `Asked`, `Waiting`. */
const participle =
  /^(?:[A-Z][a-z]*(?:ed|ing)|Begun|Built|Chosen|Cut|Done|Drawn|Found|Given|Gone|Held|Hidden|Kept|Known|Lost|Made|Meant|Put|Read|Seen|Sent|Set|Shown|Split|Spent|Taken|Written)$/;

/** Nouns of the field that look like participles. */
const nouns = new Set(
  'Binding Encoding Finding Handling Heading Listing Mapping Padding Ranking Reading Recording Setting Spacing String Warning'.split(
    ' ',
  ),
);

export const participleNames = (): readonly string[] =>
  [
    ...new Set(
      declaredTypes.flatMap(({ name }) => (participle.test(name) && !nouns.has(name) ? [name] : [])),
    ),
  ].toSorted();

/** Names that say what they are to the component or function below them, in any file. */
const common = new Set(['Props', 'Options', 'Needs']);

/** Names of private types that stand in three files or more, each with its own meaning. */
export const repeatedNames = (): readonly string[] =>
  [
    ...Map.groupBy(
      declaredTypes.filter(({ isExported }) => !isExported),
      ({ name }) => name,
    ),
  ]
    .filter(([name, own]) => !common.has(name) && new Set(own.map(({ file }) => file)).size >= 3)
    .map(([name]) => name)
    .toSorted();
