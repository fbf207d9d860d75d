import { expect, it } from 'vitest';
import type { Notice } from '../bus/bus.ts';
import { ManualClock } from '../clock/manual-clock.ts';
import { silentLog } from '../log/log.ts';
import { hold } from './hold.ts';

/** Somebody who announces changes, and who is held by. */
function setUp() {
  const clock = new ManualClock();
  const listening: ((notice: Notice) => void)[] = [];
  const ending = new AbortController();
  const bus = {
    subscribe: (_: string, onNotice: (notice: Notice) => void) => void listening.push(onNotice),
  };
  const announce = (): void => {
    for (const onNotice of listening)
      onNotice({ subject: 'config.kpi', data: new Uint8Array(), respond: () => undefined });
  };
  return { clock, announce, needs: { bus, clock, log: silentLog, signal: ending.signal } };
}

const same = (one: unknown, other: unknown): boolean => one === other;

it('what is announced while the first reading runs is read behind it', async () => {
  const { clock, announce, needs } = setUp();
  let stored = 'old';
  let answer: (() => void) | undefined;
  const opening = hold(needs, {
    entity: 'kpi',
    same,
    async read() {
      const found = stored;
      if (answer === undefined) await new Promise<void>((resolve) => (answer = resolve));
      return found;
    },
  });
  stored = 'new';
  announce();
  answer?.();
  const held = await opening;
  expect(held.current).toBe('old');
  await clock.advance(200);
  await expect.poll(() => held.current).toBe('new');
});

it('every minute it is read again only where its stamp says something else, or nothing; after an announcement always', async () => {
  const { clock, announce, needs } = setUp();
  let stamp: string | undefined = '1';
  let readings = 0;
  const held = await hold(needs, {
    entity: 'kpi',
    same,
    read: () => Promise.resolve((readings += 1)),
    stamp: () => Promise.resolve(stamp),
  });
  const minute = async (): Promise<number> => {
    await clock.advance(60_000);
    return readings;
  };
  // Nothing is known of what was before the first reading.
  expect([await minute(), await minute(), await minute()]).toEqual([2, 2, 2]);
  stamp = '2';
  expect([await minute(), await minute()]).toEqual([3, 3]);
  announce();
  await clock.advance(200);
  await expect.poll(() => held.current).toBe(4);
  stamp = undefined;
  expect([await minute(), await minute()]).toEqual([5, 6]);
});

it('a listener that fails keeps nothing from the others', async () => {
  const { clock, needs } = setUp();
  let readings = 0;
  const held = await hold(needs, { entity: 'kpi', same, read: () => Promise.resolve((readings += 1)) });
  const told: number[] = [];
  held.onChange(() => {
    throw new Error('not taken');
  });
  held.onChange((value) => told.push(value));
  await clock.advance(60_000);
  expect(told).toEqual([2]);
});
