import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coversOf, interpolatedValues, joinedValues, lonePlaces } from './source-step.ts';

/** A digit is a value, a space of the text no value. */
const valuesOf = (text: string): (number | null)[] =>
  text.split('').map((each) => (each === ' ' ? null : Number(each)));

/** `-`: the line continues. */
const textOf = (values: readonly (number | null | undefined)[]): string =>
  values.map((value) => (value === undefined ? '-' : value === null ? ' ' : String(value))).join('');

const drawn = (text: string): string => textOf(joinedValues(valuesOf(text)));

describe('a line connects values up to the step of their source', () => {
  it.each([
    ['values of each step', '123', '123'],
    ['values of every sixth step', '1     2     3     4', '1-----2-----3-----4'],
    ['three values of every sixth step', '1     2     3', '1-----2-----3'],
    ['a lost value of each step', '12 34', '12 34'],
    ['a lost value of every third step', '1  2  3     4  5', '1--2--3     4--5'],
    ['steps that are rounded to those of the chart', '1  2 3  4 5  6', '1--2-3--4-5--6'],
    ['values whose step is not known', '1     2', '1     2'],
    ['outages of one length between values of each step', '11   2   33   44', '11   2   33   44'],
    ['a source whose step became shorter', '1  2  3  4  5  6  7  89123', '1--2--3--4--5--6--7--89123'],
    ['a source whose step became longer', '123  4  5  6  7  8  9', '123--4--5--6--7--8--9'],
    ['a gap before and after', '  1 2 3  ', '  1-2-3  '],
    ['no value', '   ', '   '],
    ['no step', '', ''],
  ])('%s', (_, values, line) => {
    expect(drawn(values)).toBe(line);
  });

  const losses = fc.array(fc.boolean(), { minLength: 4, maxLength: 60 });
  const steps = fc.integer({ min: 1, max: 12 });

  it('all of a source that measures every step of its own', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 3, max: 40 }), (step, count) => {
        const values = Array.from({ length: step * (count - 1) + 1 }, (_, place) =>
          place % step === 0 ? place : null,
        );
        expect(joinedValues(values)).not.toContain(null);
        expect(lonePlaces(joinedValues(values))).toEqual([]);
      }),
    );
  });

  it('never over a value that the source has lost', () => {
    fc.assert(
      fc.property(steps, losses, (step, lost) => {
        // That the step is known, and that no losses are as regular as a source.
        const isLost = [false, false, false, ...lost.map((each, index) => each && index % 5 > 1)];
        const values = isLost.flatMap((each, index) => [
          each ? null : index,
          ...Array<null>(step - 1).fill(null),
        ]);
        const line = joinedValues(values);
        for (const [index, each] of isLost.entries())
          if (each) expect(line.slice(index * step, (index + 1) * step)).not.toContain(undefined);
      }),
    );
  });

  it('and changes no value', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.double({ noNaN: true })), { maxLength: 60 }), (values) => {
        const [line, onLine] = [joinedValues(values), interpolatedValues(values)];
        for (const [place, value] of values.entries()) {
          if (value !== null) expect([line[place], onLine[place]]).toEqual([value, value]);
          expect(onLine[place] === null).toBe(line[place] === null);
        }
      }),
    );
  });
});

describe('a step between two values', () => {
  it('has the value of the step of the source that covers it', () => {
    const covers = coversOf(valuesOf('  1  2  3      4 '));
    expect(textOf(covers.map((cover) => cover?.from))).toBe('--222555888----15-');
    expect(covers[3]).toEqual({ from: 2, to: 5 });
    expect(covers[10]).toEqual({ from: 8, to: 11 });
    expect(covers[15]).toEqual({ from: 15, to: 16 });
  });

  it('is on the line between them', () => {
    expect(interpolatedValues([0, null, 2, null, 6, null, null, null, 7])).toEqual([
      0,
      1,
      2,
      4,
      6,
      null,
      null,
      null,
      7,
    ]);
  });

  it('is covered by no later value, and each value covers its own step', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(9)), { maxLength: 60 }), (values) => {
        for (const [place, cover] of coversOf(values).entries()) {
          if (values[place] !== null) expect(cover?.from).toBe(place);
          if (cover !== undefined) expect(cover.from <= place && place < cover.to).toBe(true);
        }
      }),
    );
  });
});

it('a value between two gaps is reached by no line', () => {
  expect(lonePlaces([1, null, 2, undefined, 3, null, 4, null])).toEqual([0, 6]);
  expect(lonePlaces([null, 1])).toEqual([1]);
  expect(lonePlaces([1])).toEqual([0]);
  expect(lonePlaces([1, undefined, 2])).toEqual([]);
});
