import { expect, it } from 'vitest';
import { PollIntervalMonitor } from './poll-interval-monitor.ts';

it('a poll interval longer than a window is reported once, and again when it changes', () => {
  const polls = new PollIntervalMonitor(300);
  const seconds = [300, 60, 900, 900, 60, 900, 600, 900];
  expect(seconds.filter((interval) => polls.isNewlyTooLong(interval * 1_000))).toEqual([900, 600, 900]);
});
