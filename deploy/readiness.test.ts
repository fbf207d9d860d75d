import { describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { lineLog } from '#platform/log/log.ts';
import { watchReadiness, whenReady } from './readiness.ts';

/** A process that waits for `engine` in the given seconds. */
const process = (clock: ManualClock, from: number, until: number) => ({
  name: 'server',
  waitingFor: () => {
    const second = clock.elapsed() / 1_000;
    return Promise.resolve(second >= from && second < until ? ['engine'] : []);
  },
});

function watched(from: number, until: number) {
  const clock = new ManualClock();
  const lines: unknown[] = [];
  const log = lineLog((line) => {
    const { msg, seconds, waitingFor } = JSON.parse(line) as Record<string, unknown>;
    lines.push([msg, seconds, waitingFor]);
  });
  watchReadiness([process(clock, from, until)], { clock, log }, new AbortController().signal);
  return { clock, lines };
}

describe('the readiness of a process', () => {
  it('is logged once when it has been missing for fifteen seconds, and when it is back', async () => {
    const { clock, lines } = watched(9, 61);
    await clock.advance(120_000);
    expect(lines).toEqual([
      ['process not ready', 15, ['engine']],
      ['process ready again', 55, undefined],
    ]);
  });

  it('is not logged for the time of a restart', async () => {
    const { clock, lines } = watched(9, 22);
    await clock.advance(120_000);
    expect(lines).toEqual([]);
  });

  it('is waited for at the start without a limit, and those that are late are named with their reason', async () => {
    const clock = new ManualClock();
    const late: (readonly string[])[] = [];
    let isReady = false;
    const ready = whenReady(
      [process(clock, 0, 25)],
      { clock, signal: new AbortController().signal },
      { lateMs: 10_000, onLate: (names) => late.push(names) },
    ).then(() => {
      isReady = true;
    });
    for (let step = 0; step < 260; step += 1) {
      await clock.advance(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await ready;
    expect([isReady, late]).toEqual([
      true,
      [['server (waiting for engine)'], ['server (waiting for engine)']],
    ]);
  });
});
