import { array, assert, constantFrom, double, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeFindings, MOST_CANDIDATES, type Atom } from './merging.ts';

/** Candidates in their order: site pair, application, port, three hosts, an application that fell. */
const [PAIR, APPLICATION, PORT, ONE, TWO, THREE, WEB] = [0, 1, 2, 3, 4, 5, 6] as const;
const preferences = [1, 0, 8, 5, 5, 5, 0];
const bits = (...candidates: readonly number[]): number =>
  candidates.reduce((mask, candidate) => mask | (1 << candidate), 0);
const backup = [PAIR, APPLICATION, PORT];
const atoms: readonly Atom[] = [
  { mask: bits(...backup, ONE), now: 30, before: 0 },
  { mask: bits(...backup, TWO), now: 30, before: 0 },
  { mask: bits(...backup, THREE), now: 18, before: 0 },
  { mask: bits(PAIR), now: 6, before: 3 },
  { mask: bits(WEB), now: 5, before: 20 },
  { mask: 0, now: 4, before: 4 },
];

describe('findings', () => {
  it('name the same flows once: by their application, with site pair and port, and the hosts within', () => {
    const [first, second, ...others] = mergeFindings(atoms, preferences);
    expect(first?.candidate).toBe(APPLICATION);
    expect(first?.parts).toEqual([
      { candidate: PAIR, relation: 'same', contribution: 78 },
      { candidate: PORT, relation: 'same', contribution: 78 },
      { candidate: ONE, relation: 'within', contribution: 30 },
      { candidate: TWO, relation: 'within', contribution: 30 },
      { candidate: THREE, relation: 'within', contribution: 18 },
    ]);
    expect(second).toEqual({ candidate: WEB, parts: [] });
    expect(others).toEqual([]);
  });

  it('keep values apart that have flows in common and mostly others', () => {
    const apart: readonly Atom[] = [
      { mask: bits(0, 1), now: 10, before: 0 },
      { mask: bits(0), now: 40, before: 0 },
      { mask: bits(1), now: 30, before: 0 },
    ];
    expect(mergeFindings(apart, [0, 1]).map(({ candidate }) => candidate)).toEqual([0, 1]);
  });

  it('do not join what rose with what fell within it', () => {
    const both: readonly Atom[] = [
      { mask: bits(0), now: 50, before: 0 },
      { mask: bits(0, 1), now: 0, before: 10 },
    ];
    const [first] = mergeFindings(both, [0, 1]);
    expect(first).toMatchObject({ candidate: 0, parts: [] });
  });

  it('name each candidate once, whatever the flows are', () => {
    const rate = double({ min: 0, max: 1e9, noNaN: true });
    const atom = record({
      mask: integer({ min: 0, max: 2 ** MOST_CANDIDATES - 1 }),
      now: rate,
      before: rate,
    });
    assert(
      property(
        array(atom, { maxLength: 60 }),
        array(constantFrom(0, 1, 2, 3), { maxLength: MOST_CANDIDATES }),
        (flows, preferred) => {
          const named = mergeFindings(flows, preferred).flatMap(({ candidate, parts }) => [
            candidate,
            ...parts.map((part) => part.candidate),
          ]);
          expect(named.toSorted((a, b) => a - b)).toEqual([...preferred.keys()]);
        },
      ),
    );
  });
});
