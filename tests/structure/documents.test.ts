import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

const folders = ['schemas', 'platform', 'engine', 'ingest', 'console', 'demo', 'bench', 'deploy', 'tests'];
const markdown = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
/** Neither the change log nor the decisions have to be true of today's tree. */
const documents = ['.', 'docs', 'deploy', 'bench']
  .flatMap(markdown)
  .filter((file) => file !== 'CHANGELOG.md');
const found = (pattern: RegExp): { file: string; named: string }[] =>
  documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, named = '']) => ({ file, named })),
  );

describe('the documents', () => {
  it('are there', () => {
    expect(documents.length).toBeGreaterThan(10);
  });

  it('link to files that exist', () => {
    const links = found(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter(({ file, named }) => !existsSync(join(dirname(file), named)))).toEqual([]);
  });

  it('name commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
    const commands = found(/npm run (?:-s )?([a-z][a-z-]*)/g);
    expect(commands.length).toBeGreaterThan(10);
    expect(commands.filter(({ named }) => !(named in scripts))).toEqual([]);
  });

  it('name files and folders that exist', () => {
    const paths = found(new RegExp(`\`((?:${folders.join('|')}|docs)/[A-Za-z0-9_./-]*)\``, 'g'));
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter(({ named }) => !existsSync(named))).toEqual([]);
  });

  it('name variables that some process reads', () => {
    const sources = sourceFiles(folders.filter((folder) => folder !== 'tests'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const operations = readFileSync('docs/20-operations.md', 'utf8');
    const variables = [...operations.matchAll(/^\| ((?:`[A-Z][A-Z0-9_]+`(?:, )?)+) \|/gm)].flatMap(
      ([, cell = '']) => cell.split(', ').map((name) => name.replaceAll('`', '')),
    );
    expect(variables.length).toBeGreaterThan(20);
    expect(variables.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([]);
  });
});
