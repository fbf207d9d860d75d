import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { knownVariables, processEnvironments, shapeOf } from '../../deploy/check/check-start.ts';
import { startEnvironment } from '../../deploy/configuration.ts';

const [, section = ''] = readFileSync('docs/20-operations.md', 'utf8').split('## Environment variables');
const rows = (section.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| |\s*\|$/g, '')));
const quoted = (text = ''): readonly string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one);
const documented = rows.flatMap(([names = '', defaults = '']) => {
  const values = defaults.split(', ');
  return quoted(names)
    .filter((name) => /^[A-Z][A-Z0-9_]*$/.test(name))
    .map((name, at) => ({ name, value: values[at] ?? '' }));
});

/** The declarations of a variable; `npm start` before the processes. */
const declarations = (name: string): readonly z.ZodType[] =>
  [startEnvironment, ...Object.values(processEnvironments)].flatMap((schema) => shapeOf(schema)[name] ?? []);

describe('the table of environment variables', () => {
  it('has every variable of every process, and no other', () => {
    const names = documented.map(({ name }) => name);
    const known = [...knownVariables()].filter((name) => !name.startsWith('NODE_'));
    expect(names.toSorted()).toEqual(known.toSorted());
  });

  it('has the defaults that are in force', () => {
    const wrong = documented.flatMap(({ name, value }) => {
      const [shown] = /^`([^`]*)`$/.exec(value)?.slice(1) ?? [];
      if (shown === undefined) return [];
      const actual = declarations(name).flatMap((variable) => {
        const read = variable.safeParse(undefined);
        return read.success ? [String(read.data)] : [];
      });
      return actual.length === 0 || actual.includes(shown)
        ? []
        : [`${name}: ${shown}, not ${String(actual[0])}`];
    });
    expect(wrong).toEqual([]);
  });

  it('is read: it has dozens of lines', () => {
    expect(documented.length).toBeGreaterThan(60);
  });
});
