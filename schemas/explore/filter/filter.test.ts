import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '#tests/fixtures/rounds.ts';
import { Bindings } from '../../kpi/bindings.ts';
import { operatorsOf } from '../field-type.ts';
import { dimensionChoices } from '../choices.ts';
import { dimensionIds, dimensionSql, fieldIds, typeOf } from '../fields.ts';
import { keyBindings } from '../key-bindings.ts';
import { completeFilter } from './complete.ts';
import { filterFaultSentence, type FilterFaultReason } from './fault.ts';
import { LONGEST_FILTER, parseFlowFilter } from './parse.ts';
import { printFilter } from './print.ts';
import { testsOf, type FilterTree } from './tree.ts';

const treeOf = (text: string): FilterTree | undefined => {
  const parsed = parseFlowFilter(text);
  if (!parsed.ok) throw new Error(filterFaultSentence(parsed.fault, 'en'));
  return parsed.tree;
};
const printed = (text: string): string => printFilter(treeOf(text));

/** Removes offsets, to compare trees by meaning. */
const withoutPlaces = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (key, inner: unknown) => (key === 'at' ? undefined : inner)));

const values: Readonly<Partial<Record<ReturnType<typeof typeOf>, readonly string[]>>> = {
  address: ['10.0.0.1', '10.0.0.0/8', '2001:db8::/32'],
  subnet: ['192.168.0.0/16'],
  number: ['0', '44'],
  as: ['3215', 'AS64500'],
  country: ['FR', 'none'],
  protocol: ['tcp', '17'],
  dscp: ['EF', '46'],
  direction: ['ingress'],
  way: ['out'],
  flags: ['syn', 'syn+ack', '18'],
  mac: ['00:11:22:33:44:55'],
};

const someTest: fc.Arbitrary<FilterTree> = fc.constantFrom(...fieldIds).chain((field) => {
  const type = typeOf(field);
  const known = values[type];
  const text = known === undefined ? fc.string({ minLength: 1, maxLength: 12 }) : fc.constantFrom(...known);
  return fc.constantFrom(...operatorsOf[type]).chain((operator) =>
    fc.array(text, { minLength: 1, maxLength: operator.endsWith('in') ? 4 : 1 }).map((texts) => ({
      is: 'test',
      field,
      operator,
      values: texts.map((each) => ({ text: each, at: 0 })),
    })),
  );
});
const { tree: someFilter } = fc.letrec<{ tree: FilterTree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    someTest,
    fc.record({
      is: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
    }),
    tie('tree').map((of): FilterTree => ({ is: 'not', of })),
  ),
}));

it('the dimensions that addresses can name are all dimensions', () => {
  expect(dimensionChoices).toEqual(dimensionIds);
});

describe('a filter of flows', () => {
  it.each([
    ['', ''],
    ['SITE = Lyon', 'site = Lyon'],
    ['site="New York"and port=443', 'site = "New York" and port = 443'],
    ['a-path-is-no-field = 1 or', undefined],
    ['port in(80,443) OR not dscp=EF', 'port in (80, 443) or not dscp = EF'],
    ['(port = 1 or port = 2) and as = AS3215', '(port = 1 or port = 2) and as = AS3215'],
    ['((port = 1))', 'port = 1'],
    ['not (port = 1 and port = 2)', 'not (port = 1 and port = 2)'],
    ['address not in (10.0.0.0/8, 2001:db8::/32)', 'address not in (10.0.0.0/8, 2001:db8::/32)'],
    ['user ~ "o\\"neil"', 'user ~ "o\\"neil"'],
    ['tcp-flags !~ syn+ack', 'tcp-flags !~ syn+ack'],
    ['site = "and"', 'site = "and"'],
    ['site = Besançon', 'site = Besançon'],
  ])('%j is printed as %j', (text, expected) => {
    if (expected === undefined) expect(() => printed(text)).toThrow('Unknown field');
    else expect(printed(text)).toBe(expected);
  });

  it('is unchanged after printing and parsing', () => {
    fc.assert(
      fc.property(someFilter, (tree) => {
        const text = printFilter(tree);
        fc.pre(text.length <= LONGEST_FILTER && testsOf(tree).length <= 200);
        expect(withoutPlaces(treeOf(text))).toEqual(withoutPlaces(tree));
      }),
      { numRuns: rounds(500) },
    );
  });

  it.each<[string, FilterFaultReason, number, string]>([
    ['nonsense = 1', 'unknown field', 0, 'nonsense'],
    ['= 1', 'field expected', 0, '='],
    ['port', 'operator expected', 4, ''],
    ['port not 4', 'operator expected', 5, 'not'],
    ['site < Lyon', 'operator expected', 5, '<'],
    ['port =', 'value expected', 6, ''],
    ['port = 70000', 'bad value', 7, '70000'],
    ['port = -1', 'bad value', 7, '-1'],
    ['address = 10.0.0.300', 'bad value', 10, '10.0.0.300'],
    ['protocol = icmp6', 'bad value', 11, 'icmp6'],
    ['port in 80', 'parenthesis expected', 8, '80'],
    ['port in (80', 'parenthesis expected', 11, ''],
    ['(port = 80', 'parenthesis expected', 10, ''],
    ['port = 80 port = 90', 'end expected', 10, 'port'],
    ['site = "Lyon', 'unclosed text', 7, 'Lyon'],
    [`${'('.repeat(40)}port = 1${')'.repeat(40)}`, 'too deep', 32, '('],
    [`${'not '.repeat(40)}port = 1`, 'too deep', 128, 'not'],
    [`port = 1${' or port = 1'.repeat(200)}`, 'too many tests', 2_400, 'port'],
    ['x'.repeat(LONGEST_FILTER + 1), 'too long', LONGEST_FILTER, ''],
  ])('%j is rejected with the position of the fault', (text, reason, at, found) => {
    const parsed = parseFlowFilter(text);
    expect(parsed.ok ? undefined : { ...parsed.fault, expected: [] }).toEqual({
      reason,
      at,
      found,
      expected: [],
    });
  });

  it('of any characters is parsed or rejected, completed or not, never a crash', () => {
    const words = fc.constantFrom(
      '(',
      ')',
      ',',
      '=',
      '!',
      '~',
      'not',
      'and',
      'in',
      'or',
      'port',
      '1',
      '"',
      '\\',
      ' ',
      'site',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(words, { maxLength: 300 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, fc.nat(), (any, place) => {
        const parsed = parseFlowFilter(any);
        if (!parsed.ok) expect(parsed.fault.at).toBeLessThanOrEqual(any.length);
        const { from, to } = completeFilter(any, place % (any.length + 1));
        expect(from).toBeLessThanOrEqual(to);
        expect(to).toBeLessThanOrEqual(any.length);
      }),
      { numRuns: rounds(2_000) },
    );
  });

  it.each([
    ['quotes and backslashes', (half: number) => '"\\'.repeat(half)],
    ['parentheses', (half: number) => '('.repeat(2 * half)],
    ['negations', (half: number) => 'not '.repeat(half / 2)],
    ['a list', (half: number) => `port in (${'1,'.repeat(half - 8)}`],
    ['a list of addresses', (half: number) => `address in (${'10.0.0.1,'.repeat((2 * half - 12) / 9)}`],
    ['signs', (half: number) => '='.repeat(2 * half)],
    ['exclamation marks', (half: number) => '!'.repeat(2 * half)],
    ['words', (half: number) => 'a '.repeat(half)],
    ['white space', (half: number) => ' '.repeat(2 * half)],
    ['an open text with escapes', (half: number) => `site = "${'a\\"'.repeat((2 * half - 8) / 3)}`],
  ])('of 10 kB of %s takes time in proportion to its length', (_, textOf) => {
    // Time of this thread, whatever else the machine does: the best of some rounds, without those of the compiler.
    const microsecondsOf = (text: string, times: number): number => {
      const taken = Array.from({ length: 5 }, () => {
        const before = process.threadCpuUsage();
        for (let time = 0; time < times; time += 1) {
          parseFlowFilter(text);
          completeFilter(text, text.length);
        }
        const { user, system } = process.threadCpuUsage(before);
        return user + system;
      });
      return Math.min(...taken);
    };
    const [short = '', long = ''] = [640, 5_120].map((half) => textOf(half));
    expect(long.length).toBeLessThanOrEqual(LONGEST_FILTER);
    // As many characters each: eight times the time where it grows by the square.
    expect(microsecondsOf(long, 4)).toBeLessThan(4 * microsecondsOf(short, 32) + 15_000);
  });

  it.each([
    ['', 0, ['site', 'not']],
    ['si', 2, ['site']],
    ['site ', 5, ['=', '~', 'in']],
    ['protocol = ', 11, ['tcp', 'udp']],
    ['protocol in (tcp, u', 19, ['udp']],
    ['port = 80 ', 10, ['and', 'or']],
    ['port = 80 and ', 14, ['site']],
    ['(port = 80 ', 11, [')', 'and']],
  ])('%j is completed at %i with %j', (text, cursor, expected) => {
    expect(completeFilter(text, cursor).words).toEqual(expect.arrayContaining(expected));
  });

  it('is completed with the values of its field where one is expected', () => {
    expect(completeFilter('site = Ly and port = 1', 9)).toEqual({
      from: 7,
      to: 9,
      typed: 'Ly',
      words: [],
      values: { field: 'site', type: 'site' },
    });
  });

  it('is explained in both languages with the column', () => {
    const parsed = parseFlowFilter('port = x');
    if (parsed.ok) throw new Error('parsed');
    expect(filterFaultSentence(parsed.fault, 'en')).toContain('“x” at column 8');
    expect(filterFaultSentence(parsed.fault, 'fr')).toContain('à la colonne 8');
  });
});

it('every dimension has an expression, and an opposite that points back', () => {
  const { bind } = new Bindings();
  const bindings = keyBindings({ bind, classes: [{ id: 1, dscp: [46] }], seen: [1] });
  expect(dimensionIds.length).toBeGreaterThanOrEqual(25);
  for (const id of dimensionIds) expect(dimensionSql(id, bindings)).not.toBe('');
});
