import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchSharedPorts, textOfShared } from './same-names.ts';

const [FIRST, SECOND] = [10, 11];
const ports = (...traits: readonly (readonly [index: number, alias?: string, address?: string])[]) =>
  traits.map(([index, alias = '', address = ''], at) => ({
    index,
    alias,
    address,
    name: at === 0 ? 'eth' : `eth#${String(at + 1)}`,
  }));
const entries = (...traits: readonly (readonly [index: number | null, alias?: string, address?: string])[]) =>
  ports(...traits.map(([, ...remaining]) => [0, ...remaining] as const)).map((entry, at) => ({
    ...entry,
    id: FIRST + at,
    index: traits[at]![0],
  }));

describe('interfaces of the inventory whose name several ports have', () => {
  it.each([
    ['their order, before anything else is known', ports([3], [7]), entries([null], [null]), [3, 7]],
    ['the ifIndex that they had', ports([3], [7]), entries([7], [3]), [7, 3]],
    ['their aliases, whatever their indexes', ports([3, 'B'], [7, 'A']), entries([3, 'A'], [7, 'B']), [7, 3]],
    [
      'their addresses where aliases are equal',
      ports([3, 'A', 'two'], [7, 'A', 'one']),
      entries([3, 'A', 'one'], [7, 'A', 'two']),
      [7, 3],
    ],
    ['one alias, which leaves the other', ports([3], [7, 'A']), entries([3, 'A'], [7]), [7, 3]],
    ['new indexes in their order', ports([30], [70]), entries([3], [7]), [30, 70]],
    ['the alias of the only one that is left', ports([3, 'B']), entries([3, 'A'], [7, 'B']), [undefined, 3]],
  ] as const)('are found by %s', (_, found, known, expected) => {
    const matched = matchSharedPorts(found, known);
    expect([matched.get(FIRST), matched.get(SECOND)]).toEqual(expected);
  });

  it('are found by the number of their name where the first is not in the inventory', () => {
    const [, second] = entries([null], [null]);
    expect(matchSharedPorts(ports([3], [7]), [second!])).toEqual(new Map([[SECOND, 7]]));
  });

  const trait = fc.constantFrom('', 'A', 'B', 'C');
  const index = fc.integer({ min: 1, max: 6 });
  it('are never two on one port, and none is left over while a port is', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(index, trait, trait), { selector: ([at]) => at, maxLength: 6 }),
        fc.array(fc.tuple(fc.option(index), trait, trait), { maxLength: 6 }),
        (found, known) => {
          const matched = matchSharedPorts(ports(...found), entries(...known));
          expect(new Set(matched.values()).size).toBe(matched.size);
          expect(matched.size).toBe(Math.min(found.length, known.length));
        },
      ),
    );
  });

  it.each([
    ['eth', ['eth'], 'eth'],
    ['eth#2', ['eth'], 'eth'],
    ['eth#2', ['eth', 'eth#2'], 'eth#2'],
    ['Port#2', ['Slot'], 'Port#2'],
    ['#2', [''], '#2'],
  ])('%s of a device with %j is called %s there', (name, texts, expected) => {
    expect(textOfShared(name, (text) => texts.includes(text))).toBe(expected);
  });
});
