import { expect, it } from 'vitest';
import { historyStart } from './history-start.ts';

const AT = 1_800_000_000;

it.for([
  [{ start: AT - 300, length: 300, decided: AT * 1_000 }, AT + 250, AT],
  [{ start: AT - 3_600, length: 3_600, decided: AT * 1_000 }, AT + 250, AT],
  [undefined, AT + 250, AT - 300],
  [undefined, AT, AT - 300],
] as const)('History opens at the end of the last complete window', ([window, nowS, expected]) => {
  expect(historyStart(window, nowS * 1_000)).toBe(expected);
});
