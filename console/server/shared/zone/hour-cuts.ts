import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { reachableServers } from '#platform/clickhouse/reachable-servers.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { rollupSteps } from '#schemas/table/stream/rollup-steps.ts';
import { HOUR_MS, SECOND_MS } from '#schemas/time/duration.ts';
import type { HourParts } from '#schemas/time/zoned-steps.ts';

/** Into how many rows the hours of a customer are cut, and since when, in seconds since 1970. */
export interface HourCut {
  readonly parts: HourParts;
  readonly since: number;
}

const fullHours: HourCut = { parts: 1, since: 0 };

interface StoredCut extends HourCut {
  readonly customer: number;
}

const isCut = (cut: StoredCut): boolean => cut.parts === 2 || cut.parts === 4;

/** The customers whose hours are cut, as the views of the rollups look them up. */
export class HourCuts {
  readonly #needs: { readonly clickhouse: ClickHouse; readonly clock: Pick<Clock, 'now'> };
  #cuts: ReadonlyMap<number, HourCut> = new Map();

  constructor(needs: { readonly clickhouse: ClickHouse; readonly clock: Pick<Clock, 'now'> }) {
    this.#needs = needs;
  }

  of(customer: number): HourCut {
    return this.#cuts.get(customer) ?? fullHours;
  }

  /**
   * Cuts the hours of customers into as many parts as they need, from the next hour on. Hours that were cut once stay cut: a zone that
   * was changed by mistake leaves no gap. Rejects while the store is away.
   */
  async cut(needed: ReadonlyMap<number, HourParts>): Promise<void> {
    await this.load();
    const missing = [...needed].filter(([customer, parts]) => parts > this.of(customer).parts);
    if (missing.length === 0) return;
    const nextHourMs = Math.ceil(this.#needs.clock.now().getTime() / HOUR_MS) * HOUR_MS;
    const since = nextHourMs / SECOND_MS;
    // The table is in the memory of each server.
    for (const server of await reachableServers(this.#needs.clickhouse))
      await server.command(
        `INSERT INTO ${rollupSteps.name} (customer, parts, since)
         SELECT customer, parts, toDateTime({since:UInt32}, 'UTC')
         FROM (SELECT arrayJoin(arrayZip({customers:Array(UInt32)}, {parts:Array(UInt8)})) AS pair, pair.1 AS customer, pair.2 AS parts)`,
        { since, customers: missing.map(([customer]) => customer), parts: missing.map(([, parts]) => parts) },
      );
    await this.load();
  }

  /** Reads what is stored. Rejects while the store is away. */
  async load(): Promise<void> {
    const rows = await this.#needs.clickhouse.query<StoredCut>(
      `SELECT customer, parts, toUnixTimestamp(since) AS since FROM ${rollupSteps.name}`,
    );
    this.#cuts = new Map(
      rows.filter(isCut).map(({ customer, parts, since }) => [customer, { parts, since }]),
    );
  }
}
