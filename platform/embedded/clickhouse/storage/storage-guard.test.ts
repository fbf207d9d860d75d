import { describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { lineLog } from '#platform/log/log.ts';
import { ClickHouseFailure } from '../failure.ts';
import type { DamagedPart } from './damage-note.ts';
import { StorageGuard } from './storage-guard.ts';

const FLOOR = 1_000;
const PART = { database: 'default', table: 'flows', name: 'all_1_4_1', rows: 40 };

function guarding() {
  const clock = new ManualClock();
  const statements: string[] = [];
  const damaged: DamagedPart[][] = [];
  const lines: string[] = [];
  const state = { freeBytes: 5_000, isComplete: true, merges: 0 };
  const guard = new StorageGuard({
    floorBytes: FLOOR,
    clock,
    space: () => Promise.resolve({ freeBytes: state.freeBytes, sizeBytes: 100_000 }),
    log: lineLog((line) => void lines.push((JSON.parse(line) as { msg: string }).msg)),
    onDamage: (parts) => void damaged.push([...parts]),
    rows(sql) {
      statements.push(sql.trim().split(' ').slice(0, 3).join(' '));
      if (sql.includes('system.merges')) return Promise.resolve(state.merges-- > 0 ? [{}] : []);
      if (sql.includes('system.parts')) return Promise.resolve([PART]);
      if (sql.startsWith('CHECK')) return Promise.resolve([{ is_passed: state.isComplete ? 1 : 0 }]);
      return Promise.resolve([]);
    },
  });
  return { clock, statements, damaged, lines, state, guard, signal: new AbortController().signal };
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
