import { sql } from 'kysely';
import { customApplicationOf } from '#schemas/application/application-name.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { FlowTarget } from '#schemas/inventory/flow-target.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { exportedNameFor, groupNames, type ExportedName, type ExportedNames } from './exported-name.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';

const REFRESH_INTERVAL_MS = 15_000;
/** How much later than its export a name may reach the store. */
const WRITER_DELAY_MS = 10 * 60_000;
/** Numbers per query: they are part of the request URL, of which servers accept 16 KiB. */
const MAX_NUMBERS_PER_QUERY = 400;
const LABEL_MAX = 120;

export interface LabelNeeds {
  readonly db: Db;
  readonly clickhouse: Pick<ClickHouse, 'stream'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly inventory: () => Inventory;
}

/** The newest name of each exporter. */
const namesByNumber = `SELECT customer, exporter, application, argMax(name, (since, application_names.at)) AS name,
  toFloat64(toUnixTimestamp64Milli(max(application_names.at))) AS reportedMs
FROM application_names WHERE application IN {numbers:Array(UInt64)}
GROUP BY customer, exporter, application HAVING name != ''`;
const recentNumbers = `SELECT DISTINCT application FROM application_names
WHERE at >= fromUnixTimestamp64Milli({since:Int64})`;

/** The exported name of an application, on one line of limited length. */
const labelOf = (name: string): string =>
  name
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, LABEL_MAX);

/**
 * Names application elements as the exporters of their site do (`application_names`). The names are stored with the element, so
 * that code that names alarms needs no ClickHouse. Custom applications have their own names.
 */
export class ApplicationLabels {
  readonly #needs: LabelNeeds;
  /** Elements whose name was looked up in all history; later exports are found by time. */
  readonly #known = new Set<number>();
  #sinceMs: number;
  #signal: AbortSignal | undefined;

  constructor(needs: LabelNeeds) {
    this.#needs = needs;
    this.#sinceMs = needs.clock.now().getTime() - WRITER_DELAY_MS;
  }

  start(signal: AbortSignal): void {
    this.#signal = signal;
    this.#needs.clock.every(REFRESH_INTERVAL_MS, () => this.refresh(), signal);
  }

  /** Runs once; a failure is retried in the next round. */
  async refresh(): Promise<void> {
    const { clock, log, clickhouse } = this.#needs;
    const nowMs = clock.now().getTime();
    try {
      const targets = this.#applications();
      const fresh = targets.filter(({ id }) => !this.#known.has(id));
      const numbers = new Set(fresh.map(({ detail }) => detail));
      const parameters = { since: this.#sinceMs };
      for await (const rows of clickhouse.stream<{ readonly application: number }>(recentNumbers, parameters))
        for (const { application } of rows) numbers.add(application);
      const names = await this.#read([...numbers]);
      await this.#store(targets, names);
      this.#sinceMs = nowMs - WRITER_DELAY_MS;
      for (const { id } of fresh) this.#known.add(id);
    } catch (error) {
      // The connections close while the process stops.
      if (this.#signal?.aborted === true) return;
      log.warn({ err: error }, 'application name refresh failed');
    }
  }

  #applications(): readonly FlowTarget[] {
    const flows = this.#needs.inventory().targets?.flows.values() ?? [];
    return [...flows].filter(
      ({ kind, detail }) => kind === 'application' && customApplicationOf(detail) === undefined,
    );
  }

  async #read(numbers: readonly number[]): Promise<ExportedNames> {
    const found: ExportedName[] = [];
    for (let from = 0; from < numbers.length; from += MAX_NUMBERS_PER_QUERY) {
      const some = { numbers: numbers.slice(from, from + MAX_NUMBERS_PER_QUERY) };
      for await (const rows of this.#needs.clickhouse.stream<ExportedName>(namesByNumber, some))
        for (const row of rows) found.push({ ...row, name: labelOf(row.name) });
    }
    return groupNames(found);
  }

  async #store(targets: readonly FlowTarget[], names: ExportedNames): Promise<void> {
    const { db, bus, inventory } = this.#needs;
    const changed = targets.flatMap((target) => {
      const { id, name } = target;
      const label = exportedNameFor(target, names, inventory());
      return label === undefined || label === '' || label === name ? [] : [{ id, label }];
    });
    if (changed.length === 0) return;
    // Two engines read the same names: what the other one stored is not published again.
    const { numAffectedRows = 0n } = await sql`UPDATE flow_target SET label = exported.label
      FROM unnest(${changed.map(({ id }) => id)}::integer[], ${changed.map(({ label }) => label)}::text[]) AS exported (id, label)
      WHERE flow_target.id = exported.id AND flow_target.label IS DISTINCT FROM exported.label`.execute(db);
    if (numAffectedRows > 0n) bus.publish(subjects.config('target'), '{}');
  }
}
