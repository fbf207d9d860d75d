import { describe, expect, it } from 'vitest';
import { LiveValues, type LiveFigures } from './live-values.ts';

const nothing = (): void => undefined;

function opened(read?: (ids: readonly number[]) => Promise<ReadonlyMap<number, LiveFigures>>) {
  const calls: (readonly number[])[] = [];
  let planned: (() => void)[] = [];
  const clock = { now: 0 };
  const live = new LiveValues({
    read: (ids) => {
      calls.push(ids);
      return read?.(ids) ?? Promise.resolve(new Map(ids.map((id) => [id, [id * 10]])));
    },
    defer: (run) => planned.push(run),
    now: () => clock.now,
  });
  /** Runs what is planned, and waits for it. */
  const settle = async (): Promise<void> => {
    while (planned.length > 0) {
      const runs = planned;
      planned = [];
      for (const run of runs) run();
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    }
  };
  return { live, calls, clock, settle };
}

describe('the newest values of a list', () => {
  it('are read together for the rows in view, and for no others', async () => {
    const { live, calls, settle } = opened();
    for (const id of [1, 2, 3]) live.show(id, nothing);
    const leave = live.show(4, nothing);
    leave();
    await settle();
    expect(calls).toEqual([[1, 2, 3]]);
    expect([1, 4].map((id) => live.valuesOf(id))).toEqual([[10], undefined]);
  });

  it('of more rows than a call takes are read by further calls', async () => {
    const { live, calls, settle } = opened();
    for (let id = 1; id <= 450; id += 1) live.show(id, nothing);
    await settle();
    expect(calls.map(({ length }) => length)).toEqual([200, 200, 50]);
  });

  it('are read again after a minute, while their rows are shown', async () => {
    const { live, calls, clock, settle } = opened();
    live.show(1, nothing);
    const leave = live.show(2, nothing);
    await settle();
    live.refresh();
    await settle();
    expect(calls).toHaveLength(1);
    leave();
    clock.now = 60_000;
    live.refresh();
    await settle();
    expect(calls).toEqual([[1, 2], [1]]);
  });

  it('that cannot be read leave the columns empty, and are requested once more later', async () => {
    let isDown = true;
    const { live, calls, settle } = opened((ids) =>
      isDown ? Promise.reject(new Error('down')) : Promise.resolve(new Map(ids.map((id) => [id, [1]]))),
    );
    live.show(1, nothing);
    await settle();
    expect(live.valuesOf(1)).toBeUndefined();
    isDown = false;
    live.refresh();
    await settle();
    expect(calls).toHaveLength(2);
    expect(live.valuesOf(1)).toEqual([1]);
  });
});
