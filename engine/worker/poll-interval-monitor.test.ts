import { expect, it } from 'vitest';
import { PollIntervalMonitor } from './poll-interval-monitor.ts';

it('an interval of polls that is longer than a window is told once, and again when it is another', () => {
  const polls = new PollIntervalMonitor(300);
  const seconds = [300, 60, 900, 900, 60, 900, 600, 900];
  expect(seconds.filter((interval) => polls.isNewlyTooLong(interval * 1_000))).toEqual([900, 600, 900]);
});
