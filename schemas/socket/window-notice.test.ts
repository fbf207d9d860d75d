import { expect, it } from 'vitest';
import { closedSteps } from './window-notice.ts';

const HOUR = 3_600;
const DAY = 86_400;
const names = (start: number, before?: number) =>
  closedSteps({ start, length: 300 }, before).map(
    ({ granularity, start: from }) => `${granularity} ${String(from)}`,
  );

it.each([
  { title: 'a window within an hour closes alone', start: 300, before: 0, ended: ['5m 300'] },
  {
    title: 'the last window of an hour closes the hour',
    start: HOUR - 300,
    before: HOUR - 600,
    ended: ['5m 3300', '1h 0'],
  },
  {
    title: 'the last window of a day closes hour and day',
    start: DAY - 300,
    before: DAY - 600,
    ended: ['5m 86100', '1h 82800', '1d 0'],
  },
  {
    title: 'an hour that closed among grouped windows is included',
    start: HOUR + 300,
    before: HOUR - 600,
    ended: ['5m 3900', '1h 0'],
  },
  {
    title: 'the first notice of a run includes an hour that closes with it',
    start: HOUR - 300,
    before: undefined,
    ended: ['5m 3300', '1h 0'],
  },
])('$title', ({ start, before, ended }) => {
  expect(names(start, before)).toEqual(ended);
});
