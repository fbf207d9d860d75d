import { expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { Heartbeats } from './heartbeats.ts';

type Listener = (notice: { readonly data: Uint8Array }) => void;

function listening() {
  const clock = new ManualClock();
  const listeners = new Map<string, Listener>();
  const heartbeats = new Heartbeats({
    clock,
    partitions: 2,
    bus: { subscribe: (subject, listener) => void listeners.set(subject, listener as Listener) },
  });
  heartbeats.start(new AbortController().signal);
  const send = (subject: string, value: unknown = ''): void =>
    listeners.get(subject)?.({ data: Buffer.from(JSON.stringify(value)) });
  return {
    clock,
    engineBeats: () => send('state.engine.alive'),
    writerBeats: (partitions: readonly number[], writes = true) =>
      send('state.writer.alive', { partitions, writes }),
    states: () => [heartbeats.engine, heartbeats.writer],
  };
}

it('an engine and a writer work while their heartbeats arrive', async () => {
  const { clock, engineBeats, writerBeats, states } = listening();
  engineBeats();
  writerBeats([0, 1]);
  await clock.advance(9_000);
  expect(states()).toEqual([true, true]);
  engineBeats();
  await clock.advance(2_000);
  expect(states()).toEqual([true, false]);
});

it('a writer that waits for a store, or a partition without a writer, is not written', async () => {
  const { clock, writerBeats, states } = listening();
  await clock.advance(60_000);
  writerBeats([0]);
  expect(states()[1]).toBe(false);
  writerBeats([1], false);
  expect(states()[1]).toBe(false);
  writerBeats([1]);
  expect(states()[1]).toBe(true);
});

it('a server that has just started has half a minute to hear of them', async () => {
  const { clock, states } = listening();
  await clock.advance(29_000);
  expect(states()).toEqual([true, true]);
  await clock.advance(1_000);
  expect(states()).toEqual([false, false]);
});
