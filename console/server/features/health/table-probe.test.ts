import { ClickHouseError } from '@clickhouse/client';
import { expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { TableProbe } from './table-probe.ts';

const tables = [
  { name: 'flows', engine: 'MergeTree' },
  { name: 'flows_5m', engine: 'SummingMergeTree((bytes))' },
  { name: 'rollup_steps', engine: 'Join(ANY, LEFT, customer)' },
];
const failure = (code: string) => new ClickHouseError({ message: 'failed', code, type: 'X' });

function probing(failing: Map<string, unknown>) {
  const clock = new ManualClock();
  const statements: string[] = [];
  const logged: string[] = [];
  const probe = new TableProbe({
    clock,
    tables,
    log: { warn: ({ table }) => void logged.push(table) },
    clickhouse: {
      command(sql) {
        statements.push(sql);
        const [, table = ''] = /FROM (\w+)/.exec(sql) ?? [];
        return failing.has(table) ? Promise.reject(failing.get(table) as Error) : Promise.resolve();
      },
    },
  });
  return { clock, statements, logged, probe };
}

it('reads one granule of each part of each table, and one row of a table in memory, once a minute', async () => {
  const { clock, statements, probe } = probing(new Map());
  const ending = new AbortController();
  probe.start(ending.signal);
  await clock.advance(50_000);
  expect(statements).toEqual([
    'SELECT * FROM flows WHERE _part_offset = 0 FORMAT Null',
    'SELECT * FROM flows_5m WHERE _part_offset = 0 FORMAT Null',
    'SELECT * FROM rollup_steps LIMIT 1 FORMAT Null',
  ]);
  await clock.advance(10_000);
  expect(statements).toHaveLength(6);
  ending.abort();
});

it('names the tables that cannot be read, logs each once, and reads them again after ten seconds', async () => {
  const failing = new Map<string, unknown>([['flows', failure('246')]]);
  const { clock, logged, probe } = probing(failing);
  const ending = new AbortController();
  probe.start(ending.signal);
  await clock.advance(10_000);
  expect(probe.unreadable).toEqual(['flows']);
  expect(logged).toEqual(['flows']);
  failing.clear();
  await clock.advance(10_000);
  expect(probe.unreadable).toEqual([]);
  ending.abort();
});

it.each([
  ['is away', new Error('connect ECONNREFUSED')],
  ['has no memory left', failure('241')],
  ['runs too many queries', failure('202')],
])('says nothing of the tables while the store %s', async (_, error) => {
  const failing = new Map<string, unknown>([['flows', failure('246')]]);
  const { probe } = probing(failing);
  await probe.probe();
  for (const { name } of tables) failing.set(name, error);
  await probe.probe();
  expect(probe.unreadable).toEqual(['flows']);
});
