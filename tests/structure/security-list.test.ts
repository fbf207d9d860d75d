import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

const tests = sourceFiles(['schemas', 'platform', 'engine', 'ingest', 'console', 'tests']).filter((file) =>
  file.endsWith('.test.ts'),
);
const lines = readFileSync('docs/70-security.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => cells.length === 6);
const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');

it('each line of the security list that is held names where, and a test that is there', () => {
  expect(lines.length).toBeGreaterThan(25);
  const faults = lines.flatMap(([, line = '', what = '', held = '', tested = '']) => {
    if (what === 'there are none') return [];
    const deleted = namesIn(tested).filter(
      (name) => !tests.some((file) => `/${file}`.endsWith(`/${name}.test.ts`) || file.startsWith(`${name}/`)),
    );
    return [
      ...(namesIn(held).length === 0 ? [`${line}: held nowhere`] : []),
      ...(namesIn(tested).length === 0 ? [`${line}: tested nowhere`] : []),
      ...deleted.map((name) => `${line}: ${name} is no test`),
    ];
  });
  expect(faults).toEqual([]);
});
