import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { flowTotals } from '#tests/fixtures/writer-rows.ts';
import type { KilledProduct, RunningTier } from '../../scenario/server/killed-product.ts';

export const waitSeconds = (seconds: number): Promise<void> => systemClock.wait(seconds * 1_000);

/** Resident memory of a process in MiB. */
export function memoryMib(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${String(pid)}/status`, 'latin1');
    return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024);
  } catch {
    return 0;
  }
}

/** What `/health/ready` of the console replies: the tiers that are down, or what went wrong. */
export async function downTiers(origin: string): Promise<readonly string[]> {
  try {
    const response = await fetch(`${origin}/health/ready`, { signal: AbortSignal.timeout(5_000) });
    const body = (await response.json()) as { readonly down?: readonly { readonly tier: string }[] };
    return response.ok ? [] : (body.down ?? []).map(({ tier }) => tier);
  } catch {
    return ['no reply'];
  }
}

/** Waits until the console is ready; returns the seconds, Infinity when it took longer than `limit`. */
export async function secondsUntilReady(origin: string, limit: number): Promise<number> {
  const startedMs = systemClock.elapsed();
  const passed = (): number => (systemClock.elapsed() - startedMs) / 1_000;
  while (passed() < limit) {
    if ((await downTiers(origin)).length === 0) return Math.round(passed());
    await waitSeconds(0.5);
  }
  return Infinity;
}

/** Counters of the collector that runs now, from its metrics. */
export async function collectorCounts(
  data: string,
): Promise<Readonly<Record<'records' | 'published' | 'dropped' | 'unconfirmed' | 'waiting', number>>> {
  const log = readFileSync(join(data, 'log', 'collector.log'), 'utf8');
  const port = [...log.matchAll(/"healthPort":(\d+)/g)].at(-1)?.[1] ?? '';
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const sum = (name: string): number =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{stream="flows"\\})? ([0-9.e+]+)$`, 'gm'))].reduce(
      (total, [, value]) => total + Number(value),
      0,
    );
  return {
    records: sum('telltale_collector_records_total'),
    published: sum('telltale_collector_published_rows_total'),
    dropped: sum('telltale_collector_dropped_rows_total'),
    unconfirmed: sum('telltale_collector_unconfirmed_rows_total'),
    waiting: sum('telltale_collector_waiting_bytes'),
  };
}

type Totals = Awaited<ReturnType<typeof flowTotals>>;

/** Readings without a change, ten seconds apart: a writer that catches up may pause for two minutes between two inserts. */
const READINGS = { settled: 1, short: 12 } as const;

const hasAll = (totals: Totals, due: number): boolean =>
  Object.values(totals).every(({ flows }) => flows === due);

/**
 * Flow rows in the raw table and in the rollups, once two readings ten seconds apart are equal. With `due` rows: once all have them, or
 * nothing has changed for two minutes.
 */
export async function settledTotals({ endpoints }: KilledProduct, due?: number): Promise<Totals> {
  const needed = due === undefined ? READINGS.settled : READINGS.short;
  const clickhouse = openClickHouse(endpoints.CLICKHOUSE_URL);
  try {
    let [before, unchanged] = ['', 0];
    for (;;) {
      const totals = await flowTotals(clickhouse).catch(() => undefined);
      const text = JSON.stringify(totals);
      unchanged = text === before ? unchanged + 1 : 0;
      before = text;
      if (totals !== undefined && (unchanged >= needed || (due !== undefined && hasAll(totals, due))))
        return totals;
      await waitSeconds(10);
    }
  } finally {
    await clickhouse.close();
  }
}

export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Sends a signal to a tier, if it runs. */
export function signalTier({ pidOf }: KilledProduct, tier: RunningTier, signal: NodeJS.Signals): void {
  const pid = pidOf(tier);
  if (pid !== undefined) process.kill(pid, signal);
}
