import { expect, it } from 'vitest';
import type { BusMessage } from '../bus/bus.ts';
import { ManualClock } from '../clock/manual-clock.ts';
import { silentLog } from '../log/log.ts';
import { watchConfig } from './watch-config.ts';

/** A bus on which the test announces changes. */
function aBus() {
  const clock = new ManualClock();
  const listeners: ((notice: BusMessage) => void)[] = [];
  const ending = new AbortController();
  const bus = {
    subscribe: (_: string, onNotice: (notice: BusMessage) => void) => void listeners.push(onNotice),
  };
  const announce = (): void => {
    for (const onNotice of listeners)
      onNotice({ subject: 'config.kpi', data: new Uint8Array(), respond: () => undefined });
  };
  return { clock, announce, needs: { bus, clock, log: silentLog, signal: ending.signal } };
}

const same = (one: unknown, other: unknown): boolean => one === other;

it('a change announced during the first read is read after it', async () => {
  const { clock, announce, needs } = aBus();
  let stored = 'old';
  let response: (() => void) | undefined;
  const opening = watchConfig(needs, {
    entity: 'kpi',
    same,
    async read() {
      const found = stored;
      if (response === undefined) await new Promise<void>((resolve) => (response = resolve));
      return found;
    },
  });
  stored = 'new';
  announce();
  response?.();
  const config = await opening;
  expect(config.current).toBe('old');
  await clock.advance(200);
  await expect.poll(() => config.current).toBe('new');
});

it('the refresh every minute reads only when the stamp is unknown or new; an announcement always causes a read', async () => {
  const { clock, announce, needs } = aBus();
  let stamp: string | undefined = '1';
  let reads = 0;
  const config = await watchConfig(needs, {
    entity: 'kpi',
    same,
    read: () => Promise.resolve((reads += 1)),
    stamp: () => Promise.resolve(stamp),
  });
  const minute = async (): Promise<number> => {
    await clock.advance(60_000);
    return reads;
  };
  // The first read has no stamp.
  expect([await minute(), await minute(), await minute()]).toEqual([2, 2, 2]);
  stamp = '2';
  expect([await minute(), await minute()]).toEqual([3, 3]);
  announce();
  await clock.advance(200);
  await expect.poll(() => config.current).toBe(4);
  stamp = undefined;
  expect([await minute(), await minute()]).toEqual([5, 6]);
});

it('a failing listener does not affect the others', async () => {
  const { clock, needs } = aBus();
  let reads = 0;
  const config = await watchConfig(needs, {
    entity: 'kpi',
    same,
    read: () => Promise.resolve((reads += 1)),
  });
  const received: number[] = [];
  config.onChange(() => {
    throw new Error('listener failed');
  });
  config.onChange((value) => received.push(value));
  await clock.advance(60_000);
  expect(received).toEqual([2]);
});
