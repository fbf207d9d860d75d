import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { problemCodes, problems } from '#schemas/problem/catalogue.ts';
import { inputFaultOf } from '#schemas/problem/fault.ts';
import { parseInput } from '#schemas/problem/input-faults.ts';
import { warnings } from '#schemas/problem/warning.ts';
import { sourceFiles } from './source-files.ts';
import { unraised, unshownWarnings } from './unraised-problems.ts';

const isProduct = (file: string): boolean => !file.includes('.test.') && !file.includes('/testing/');
const read = (folders: readonly string[]): readonly (readonly [file: string, text: string])[] =>
  sourceFiles([...folders])
    .filter(isProduct)
    .map((file) => [file, readFileSync(file, 'utf8')] as const);

/** What a rule of a contract says when it is broken: `error: '…'`, `addIssue('…')`, `.min(1, '…')`. */
const MESSAGES =
  /(?:\berror: |\bmessage: |addIssue\(|\.(?:min|max|length|regex|email|refine)\((?:[^()\n]|\/[^\n]*\/u?)*, )(['"`])((?:(?!\1)[\s\S])*)\1/g;
const COMPUTED = /\berror: \([^)]*\) =>\s*[`'"]/;

describe('a contract', () => {
  const contracts = read(['schemas']).filter(([file]) => !file.startsWith('schemas/problem/'));

  it('rejects with a code of the catalogue, never with a sentence', () => {
    const known = new Set<string>(problemCodes);
    const messages = contracts.flatMap(([file, text]) =>
      [...text.matchAll(MESSAGES)].map(([, , message = '']) => [file, message] as const),
    );
    expect(messages.length).toBeGreaterThan(50);
    expect(messages.filter(([, message]) => !known.has(message))).toEqual([]);
    expect(contracts.filter(([, text]) => COMPUTED.test(text)).map(([file]) => file)).toEqual([]);
  });

  it('has a text in both languages for faults that it does not name', () => {
    const schema = z.strictObject({
      name: z.string().min(1),
      note: z.string().max(3),
      port: z.int().min(1).max(9),
      kind: z.enum(['a', 'b']),
      list: z.array(z.string()).max(1),
      address: z.ipv6(),
    });
    const value = { name: '', note: 'long', port: 10, kind: 'c', list: ['a', 'b'], address: '-', more: 1 };
    const parsed = parseInput(schema, value);
    const faults = parsed.ok ? [] : parsed.faults;
    expect(faults.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'name REQUIRED',
      'note TOO_LONG',
      'port TOO_LARGE',
      'kind OPTION_INVALID',
      'list TOO_MANY',
      'address FORMAT_INVALID',
      ' FIELD_UNKNOWN',
    ]);
    for (const language of ['en', 'fr'] as const)
      for (const fault of faults) expect(inputFaultOf(fault, language).message).not.toContain('{{');
  });

  it('says what is missing instead of its type', () => {
    const parsed = parseInput(z.strictObject({ name: z.string(), port: z.int() }), { port: 'x' });
    expect(parsed.ok ? [] : parsed.faults.map(({ code }) => code)).toEqual(['REQUIRED', 'TYPE_INVALID']);
  });
});

describe('a bound of a contract', () => {
  it('names no code whose text needs the other one too: intInRange has both', () => {
    const halves = read(['schemas']).flatMap(([file, text]) =>
      [...text.matchAll(/\.(?:min|max)\([^()]*'OUT_OF_RANGE'/g)].map(() => file),
    );
    expect(halves).toEqual([]);
  });
});

describe('the server', () => {
  it('reports faults of inputs by code, so that they have a text in the language of the request', () => {
    const sentences = read(['console/server']).flatMap(([file, text]) =>
      [...text.matchAll(/errors: \[\{[^}]*\bmessage\b/g)].map(() => file),
    );
    expect(sentences).toEqual([]);
  });
});

describe('a warning of the catalogue', () => {
  const words = new Set(
    read(['schemas', 'console'])
      .filter(([file]) => file !== 'schemas/problem/warning.ts')
      .flatMap(([, text]) => text.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []),
  );
  const listed = Object.values(unshownWarnings).flat();

  it('is shown somewhere, or listed with its reason', () => {
    expect(Object.keys(warnings).filter((code) => !words.has(code) && !listed.includes(code))).toEqual([]);
  });

  it('that is shown, or does not exist, is not listed', () => {
    expect(listed.filter((code) => words.has(code) || !Object.hasOwn(warnings, code))).toEqual([]);
  });
});

describe('the list of what nothing raises', () => {
  it('names only problems of screens that are not built', () => {
    expect(Object.keys(unraised).length).toBeLessThanOrEqual(8);
    expect(
      Object.values(unraised)
        .flat()
        .filter((code) => !Object.hasOwn(problems, code)),
    ).toEqual([]);
  });
});
