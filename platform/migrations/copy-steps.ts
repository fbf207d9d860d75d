import { rollupSteps } from '#schemas/table/stream/rollup-steps.ts';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';

interface StoredStep {
  readonly customer: number;
  readonly parts: number;
  readonly since: number;
}

/** The customers of which a server has fewer parts than another one. */
export function missingSteps(own: readonly StoredStep[], all: readonly StoredStep[]): readonly StoredStep[] {
  const most = new Map<number, StoredStep>();
  for (const step of all)
    if (step.parts > (most.get(step.customer)?.parts ?? 0)) most.set(step.customer, step);
  const parts = new Map(own.map((step) => [step.customer, step.parts]));
  return [...most.values()].filter((step) => step.parts > (parts.get(step.customer) ?? 0));
}

/** Gives each server the rows of `rollup_steps` that others have: the table is in memory and is not replicated. */
export async function copySteps(servers: readonly ClickHouse[]): Promise<void> {
  const stored = await Promise.all(
    servers.map((server) =>
      server.query<StoredStep>(
        `SELECT customer, parts, toUnixTimestamp(since) AS since FROM ${rollupSteps.name}`,
      ),
    ),
  );
  for (const [at, server] of servers.entries()) {
    const missing = missingSteps(stored[at] ?? [], stored.flat());
    if (missing.length === 0) continue;
    await server.command(
      `INSERT INTO ${rollupSteps.name} (customer, parts, since)
       SELECT step.1, step.2, toDateTime(step.3, 'UTC')
       FROM (SELECT arrayJoin(arrayZip({customers:Array(UInt32)}, {parts:Array(UInt8)}, {since:Array(UInt32)})) AS step)`,
      {
        customers: missing.map(({ customer }) => customer),
        parts: missing.map(({ parts }) => parts),
        since: missing.map(({ since }) => since),
      },
    );
  }
}
