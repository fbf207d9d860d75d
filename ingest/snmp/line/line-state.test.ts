import { describe, expect, it } from 'vitest';
import { counters } from '#schemas/counter/catalogue.ts';
import { LineState } from './line-state.ts';

const MINUTES_5 = 300_000;
const GIGABIT = 1e9;
const counter = counters.in_octets.id;
/** Octets of a full Gigabit line in five minutes. */
const FULL = (GIGABIT / 8) * 300;
const JUMP = 2 ** 50;

/** Epochs of values that are read every five minutes, undefined where one is excluded. */
function accepted(values: readonly number[], speedBps = GIGABIT) {
  const line = new LineState();
  line.begin(0, false);
  const epochs = values.map((value, at) =>
    line.accept({ counter, value, atMs: (at + 1) * MINUTES_5 }, speedBps),
  );
  return { epochs, faults: line.faults, faultMs: line.faultMs };
}

describe('values of a 64-bit counter', () => {
  it.each([
    ['of a full line count', [0, FULL, 2 * FULL], [0, 0, 0], 0],
    ['of twice the speed count', [0, 2 * FULL, 4 * FULL], [0, 0, 0], 0],
    ['that stay the same count', [FULL, FULL], [0, 0], 0],
    ['without a jump count, the one with it is excluded', [7, JUMP, 7 + FULL], [0, undefined, 0], 1],
    [
      'are each excluded while they jump about',
      [7, JUMP, 3 * JUMP, 9 * JUMP, FULL],
      [0, undefined, undefined, undefined, 0],
      3,
    ],
    [
      'that stay where they jumped to count from there',
      [7, JUMP, JUMP + FULL, JUMP + 2 * FULL],
      [0, undefined, 1, 1],
      1,
    ],
    ['after a reset count', [JUMP, 5, FULL], [0, 0, 0], 0],
    ['after a reset at a low value count, though they pass it', [FULL / 2, 0, FULL * 0.9], [0, 0, 0], 0],
    [
      'that fell for one reading and are back are not counted twice',
      [9 * FULL, 5, 10 * FULL, 11 * FULL],
      [0, 0, 1, 1],
      1,
    ],
    [
      'that fell for one reading on a large counter are not counted twice',
      [JUMP, 5, JUMP + FULL, JUMP + 2 * FULL],
      [0, 0, 1, 1],
      1,
    ],
  ])('%s', (_, values, epochs, faults) => {
    expect(accepted(values)).toMatchObject({ epochs, faults });
  });

  it('of unknown speed are excluded beyond 10 Tbit/s', () => {
    const most = (10e12 / 8) * 300;
    expect(accepted([0, most, 3 * most], 0)).toEqual({
      epochs: [0, 0, undefined],
      faults: 1,
      faultMs: 3 * MINUTES_5,
    });
  });

  it.each([
    ['a restart', 0, true],
    ['a discontinuity', 9, false],
  ])('begin again after %s', (_, discontinuity, restarted) => {
    const line = new LineState();
    line.begin(0, false);
    line.accept({ counter, value: 7, atMs: MINUTES_5 }, GIGABIT);
    line.begin(discontinuity, restarted);
    expect(line.accept({ counter, value: JUMP, atMs: 2 * MINUTES_5 }, GIGABIT)).toBe(0);
    expect(line.faults).toBe(0);
  });

  it('of other counters are not compared', () => {
    const line = new LineState();
    for (const value of [0, JUMP])
      expect(line.accept({ counter: counters.in_errors.id, value, atMs: value + 1 }, GIGABIT)).toBe(0);
  });
});
