import { describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { lineLog } from '#platform/log/log.ts';
import { ClickHouseFailure } from '../failure.ts';
import type { DamagedPart } from './damage-note.ts';
import { StorageGuard } from './storage-guard.ts';

const FLOOR = 1_000;
const PART = { database: 'default', table: 'flows', name: 'all_1_4_1', rows: 40 };

function guarding(uncheckedSinceMs?: number) {
  const clock = new ManualClock();
  const statements: string[] = [];
  const damaged: DamagedPart[][] = [];
  const lines: string[] = [];
  const unchecked: (number | undefined)[] = [];
  const since: number[] = [];
  const state = { freeBytes: 5_000, isComplete: true, merges: 0 };
  const guard = new StorageGuard({
    floorBytes: FLOOR,
    clock,
    space: () => Promise.resolve({ freeBytes: state.freeBytes, sizeBytes: 100_000 }),
    log: lineLog((line) => void lines.push((JSON.parse(line) as { msg: string }).msg)),
    onDamage: (parts) => void damaged.push([...parts]),
    uncheckedSinceMs,
    onUnchecked: (sinceMs) => void unchecked.push(sinceMs),
    rows(sql) {
      statements.push(sql.trim().split(' ').slice(0, 3).join(' '));
      if (sql.includes('system.merges')) return Promise.resolve(state.merges-- > 0 ? [{}] : []);
      if (sql.includes('system.parts')) {
        since.push(Number(/>= (-?\d+)$/.exec(sql)?.[1]));
        return Promise.resolve([PART]);
      }
      if (sql.startsWith('CHECK')) return Promise.resolve([{ is_passed: state.isComplete ? 1 : 0 }]);
      return Promise.resolve([]);
    },
  });
  const { signal } = new AbortController();
  return { clock, statements, damaged, lines, unchecked, since, state, guard, signal };
}

describe('below the floor', () => {
  it('merges end, what was written is checked once they have ended, and they run again with a quarter more space', async () => {
    const { clock, statements, lines, state, guard, signal } = guarding();
    await guard.start(signal);
    state.freeBytes = FLOOR - 1;
    state.merges = 2;
    await clock.advance(1_000);
    await guard.settled();
    expect(guard.isPaused).toBe(true);
    expect(statements).toEqual([
      'SYSTEM STOP MERGES',
      'SELECT 1 FROM',
      'SELECT 1 FROM',
      'SELECT 1 FROM',
      'SELECT database, table,',
      'CHECK TABLE `default`.`flows`',
    ]);
    state.freeBytes = FLOOR * 1.25 - 1;
    await clock.advance(1_000);
    expect(guard.isPaused).toBe(true);
    state.freeBytes = FLOOR * 1.25;
    await clock.advance(1_000);
    await guard.settled();
    expect(statements.at(-1)).toBe('SYSTEM START MERGES');
    expect(lines).toEqual(['store writes paused', 'store writes resumed']);
  });

  it('a damaged part is reported once, and merges do not run again', async () => {
    const { clock, statements, damaged, state, guard, signal } = guarding();
    await guard.start(signal);
    state.freeBytes = 0;
    state.isComplete = false;
    await clock.advance(200);
    await guard.settled();
    state.freeBytes = 5_000;
    await clock.advance(200);
    await guard.settled();
    expect(damaged).toEqual([[{ database: 'default', table: 'flows', part: 'all_1_4_1', rows: 40 }]]);
    expect(statements).not.toContain('SYSTEM START MERGES');
  });
});

describe('an insert', () => {
  it('is confirmed at once with enough space', async () => {
    const { statements, guard, signal } = guarding();
    await guard.start(signal);
    await guard.confirm(guard.mark());
    expect(statements).toEqual([]);
  });

  it.each([
    ['that ends below the floor', () => undefined],
    [
      'during which the space ended and came back',
      (state: { freeBytes: number }) => (state.freeBytes = 5_000),
    ],
  ])('%s is confirmed if its parts are complete, and else has to be repeated', async (_, recover) => {
    const { clock, statements, state, guard, signal } = guarding();
    await guard.start(signal);
    const mark = guard.mark();
    state.freeBytes = 10;
    await clock.advance(100);
    recover(state);
    await guard.confirm(mark);
    expect(statements).toContain('CHECK TABLE `default`.`flows`');
    const again = guarding();
    await again.guard.start(again.signal);
    const second = again.guard.mark();
    again.state.freeBytes = 10;
    again.state.isComplete = false;
    await expect(again.guard.confirm(second)).rejects.toBeInstanceOf(ClickHouseFailure);
    expect(again.damaged).toHaveLength(1);
  });
});

describe('what an insert has left that failed', () => {
  const NOT_ENOUGH_SPACE = 243;
  const MEMORY_LIMIT = 241;

  it('is checked before the insert under its token is confirmed, minutes later too: that one writes no second part', async () => {
    const { clock, since, state, guard, signal } = guarding();
    await guard.start(signal);
    await clock.advance(60_000);
    const fullMs = clock.now().getTime();
    state.freeBytes = 10;
    await clock.advance(120_000);
    await guard.settled();
    since.length = 0;
    await guard.confirm(guard.mark());
    expect(since.map((seconds) => seconds * 1_000)).toEqual([expect.toSatisfy((ms: number) => ms < fullMs)]);
  });

  it('is checked before an insert is confirmed that begins when there is space again', async () => {
    const { damaged, state, guard, signal } = guarding(0);
    state.isComplete = false;
    await guard.start(signal);
    expect(guard.isPaused).toBe(false);
    await expect(guard.confirm(guard.mark())).rejects.toBeInstanceOf(ClickHouseFailure);
    expect(damaged).toHaveLength(1);
  });

  it('is checked at once where space was lacking, even if that was too short to be seen', async () => {
    const { damaged, state, guard, signal } = guarding();
    await guard.start(signal);
    state.isComplete = false;
    await guard.fail(guard.mark(), MEMORY_LIMIT);
    expect(damaged).toEqual([]);
    await guard.fail(guard.mark(), NOT_ENOUGH_SPACE);
    expect(damaged).toHaveLength(1);
  });

  it('is checked by the process after this one too, from the moment on at which the space ended', async () => {
    const { clock, unchecked, state, guard, signal } = guarding();
    await guard.start(signal);
    state.freeBytes = 10;
    await clock.advance(60_000);
    await guard.settled();
    const [sinceMs] = unchecked;
    expect(unchecked).toEqual([expect.any(Number)]);
    const next = guarding(sinceMs);
    await next.guard.start(next.signal);
    await next.guard.settled();
    expect(next.since[0]).toBe(Math.floor((sinceMs ?? 0) / 1_000));
    expect(next.unchecked).toEqual([undefined]);
    expect(next.statements.at(-1)).toBe('SYSTEM START MERGES');
  });
});
