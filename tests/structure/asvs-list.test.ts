import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

/**
 * Requirements of levels 1 and 2 in each section of OWASP ASVS 5.0.0. They are the first ones of their section: those of level
 * 3 stand behind them.
 */
const standard: Readonly<Record<string, number>> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
};
const required = Object.entries(standard).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, at) => `V${section}.${String(at + 1)}`),
);

const tests = sourceFiles(['schemas', 'platform', 'engine', 'ingest', 'console', 'deploy', 'tests']).filter(
  (file) => file.endsWith('.test.ts'),
);
const lines = readFileSync('docs/71-asvs.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
const pathsIn = (cell: string): string[] =>
  namesIn(cell).filter((name) => /^(\.|[a-z]+\/|[a-z-]+\.json)/.test(name));
const isOpen = (held: string): boolean => /^(not held|does not apply)\b/.test(held);
/** A file by its path, by the end of one without `.test.ts`, or every test of a folder. */
const isTest = (name: string): boolean =>
  tests.some(
    (file) => file === name || `/${file}`.endsWith(`/${name}.test.ts`) || file.startsWith(`${name}/`),
  );

describe('the lines of ASVS 5.0, levels 1 and 2', () => {
  it('are all there, each once, in the order of the standard', () => {
    expect(required).toHaveLength(253);
    expect(lines.map(([, line]) => line)).toEqual(required);
  });

  it('have each what it is, where it is held, and where that is tested', () => {
    expect(lines.filter((cells) => cells.length !== 6).map(([, line]) => line)).toEqual([]);
    expect(lines.filter(([, , what = '']) => what === '').map(([, line]) => line)).toEqual([]);
  });

  it('that are held name files that are there, and tests that are there', () => {
    const faults = lines.flatMap(([, line = '', , held = '', tested = '']) => {
      if (isOpen(held)) return [];
      const untested = /^no test: \S/.test(tested);
      return [
        ...(pathsIn(held).length === 0 && !untested ? [`${line} is held nowhere`] : []),
        ...(namesIn(tested).length === 0 && !untested ? [`${line} is tested nowhere`] : []),
        ...namesIn(tested)
          .filter((name) => !untested && !isTest(name))
          .map((name) => `${line}: ${name} is no test`),
      ];
    });
    expect(faults).toEqual([]);
  });

  it('name only existing files', () => {
    const missing = lines.flatMap(([, line = '', , held = '']) =>
      pathsIn(held)
        .filter((path) => !existsSync(path))
        .map((path) => `${line}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('name sections of the overview that are there', () => {
    const overview = readFileSync('docs/70-security.md', 'utf8');
    const named = lines.flatMap(([, , , held = '']) =>
      [...held.matchAll(/`docs\/70-security\.md`, \*([^*]+)\*/g)].map(([, title = '']) => title),
    );
    expect(new Set(named).size).toBe(5);
    expect(named.filter((title) => !overview.includes(`\n## ${title}\n`))).toEqual([]);
  });

  it('that are not held, or do not apply, say why and claim no test', () => {
    const faults = lines.filter(
      ([, , , held = '', tested = '']) =>
        isOpen(held) && (!/^(not held|does not apply)[^:]*: \S/.test(held) || tested !== ''),
    );
    expect(faults.map(([, line]) => line)).toEqual([]);
  });
});
