import { expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { withoutRepeats } from './repeated-lines.ts';

it('a line that repeats is shown once a minute, then with the number of repetitions', async () => {
  const clock = new ManualClock();
  const said: string[] = [];
  const say = withoutRepeats((line) => said.push(line), clock);
  for (let second = 0; second < 60; second += 1) {
    say('engine: warning: timeout');
    if (second === 30) say('writer: warning: timeout');
    await clock.advance(1_000);
  }
  say('engine: warning: timeout');
  say('engine: warning: timeout');
  await clock.advance(60_000);
  say('writer: warning: timeout');
  expect(said).toEqual([
    'engine: warning: timeout',
    'writer: warning: timeout',
    'engine: warning: timeout (repeated 59 times)',
    'writer: warning: timeout',
  ]);
});

it('an event of a minute is shown three times, then with the number of lines left out', async () => {
  const clock = new ManualClock();
  const said: string[] = [];
  const say = withoutRepeats((line) => said.push(line), clock);
  for (let job = 1; job <= 20; job += 1)
    say(`notification: warning: notification not delivered (job ${String(job)})`);
  say('notification: warning: delivery failed (job 21)');
  await clock.advance(60_000);
  say('notification: warning: notification not delivered (job 22)');
  say('notification: warning: notification not delivered (job 23)');
  expect(said).toEqual([
    'notification: warning: notification not delivered (job 1)',
    'notification: warning: notification not delivered (job 2)',
    'notification: warning: notification not delivered (job 3)',
    'notification: warning: delivery failed (job 21)',
    'notification: warning: notification not delivered (job 22) (17 more like it in the log files)',
    'notification: warning: notification not delivered (job 23)',
  ]);
});
