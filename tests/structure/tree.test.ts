import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles, sourceFolders } from './source-files.ts';

const MAX_SIBLINGS = 30;
const CRUMB_LINES = 12;
const MIN_IMPORTERS = 3;

/** Crowded folders on purpose, each with the reason. */
const crowded: Readonly<Record<string, string>> = {};

/** Files whose shape the recipes of AGENTS.md prescribe, however short they are. */
const prescribed = /(?:-search\.ts|\/texts\/(?:en|fr)\.ts|-metrics\.ts)$|\/(?:problem\/family|migrations)\//;

/** Short files with fewer importers on purpose, each with the reason. */
const crumbs: Readonly<Record<string, string>> = {
  'console/web/features/report/slides/slide-steps.ts': 'pure, with a test of its own',
  'console/web/kernel/kpi/use-kpi-text.ts': 'a hook that two folders of the feature use',
  'engine/worker/mutex.ts': 'a class that two tiers of the engine use',
  'platform/setup/release-migrations.ts': 'a command',
  'platform/setup/statement-file.ts': 'text that two commands write',
  'schemas/csv/harmless-cell.ts': 'a rule that server and screen share',
  'schemas/limit/flow-target.ts': 'constants of the specification, one file per subject',
  'tests/store/second-postgres.ts': 'a path that the runner and the tests share',
};

const files = sourceFiles(sourceFolders);
const roots: readonly (readonly [string, string])[] = [
  ['#schemas/', 'schemas/'],
  ['#platform/', 'platform/'],
  ['#engine/', 'engine/'],
  ['#ingest/', 'ingest/'],
  ['#server/', 'console/server/'],
  ['#web/', 'console/web/'],
  ['#demo/', 'demo/'],
  ['#bench/', 'bench/'],
  ['#tests/', 'tests/'],
];

/** Path from the root that an import names, undefined for a package. */
function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  const root = roots.find(([alias]) => specifier.startsWith(alias));
  return root && specifier.replace(root[0], root[1]);
}

const importers = Map.groupBy(
  files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from|import\(|import|new URL\()\s*'([^']+)'/g)].flatMap(
      ([, specifier = '']) => {
        const target = resolveImport(file, specifier);
        return target === undefined ? [] : [{ file, target }];
      },
    ),
  ),
  ({ target }) => target,
);
const importersOf = (file: string): number =>
  new Set((importers.get(file) ?? []).map(({ file: importer }) => importer)).size;

describe('the tree', () => {
  it(`has at most ${String(MAX_SIBLINGS)} source files in a folder`, () => {
    const folders = Map.groupBy(files, dirname);
    const over = [...folders].filter(([folder, own]) => own.length > MAX_SIBLINGS && !(folder in crowded));
    expect(over.map(([folder, own]) => `${folder}: ${String(own.length)}`)).toEqual([]);
  });

  it(`has files of ${String(CRUMB_LINES)} lines or fewer only where ${String(MIN_IMPORTERS)} files import them`, () => {
    const short = files.filter((file) => {
      if (/(?:\.test\.tsx?|\/main\.ts|\.config\.ts)$/.test(file) || prescribed.test(file) || file in crumbs)
        return false;
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n').length;
      return lines <= CRUMB_LINES && importersOf(file) < MIN_IMPORTERS;
    });
    expect(short).toEqual([]);
  });
});
