import { sql } from 'kysely';
import { customApplicationOf } from '#schemas/application/application-name.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { FlowTarget } from '#schemas/inventory/flow-target.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
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

interface ExportedName {
  readonly customer: number;
  readonly application: number;
  readonly name: string;
}

const namesQuery = (
  condition: string,
): string => `SELECT customer, application, argMax(name, application_names.at) AS name
FROM application_names WHERE ${condition} GROUP BY customer, application HAVING name != ''`;
const namesByNumber = namesQuery('application IN {numbers:Array(UInt64)}');
const recentNames = namesQuery('application_names.at >= fromUnixTimestamp64Milli({since:Int64})');

const labelKey = ({ customer, application }: Omit<ExportedName, 'name'>): string =>
  `${String(customer)} ${String(application)}`;

/** The exported name of an application, on one line of limited length. */
const labelOf = (name: string): string =>
  name
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, LABEL_MAX);

/**
 * Names application elements as exporters do (`application_names`). The names are stored with the element, so
 * that code that names alarms needs no ClickHouse. Custom applications have their own names.
 */
export class ApplicationLabels {
  readonly #needs: LabelNeeds;
  /** Elements whose name was looked up in all history; later exports are found by time. */
  readonly #known = new Set<number>();
  #sinceMs: number;

  constructor(needs: LabelNeeds) {
    this.#needs = needs;
    this.#sinceMs = needs.clock.now().getTime() - WRITER_DELAY_MS;
  }

  start(signal: AbortSignal): void {
    this.#needs.clock.every(REFRESH_INTERVAL_MS, () => this.refresh(), signal);
  }

  /** Runs once; a failure is retried in the next round. */
  async refresh(): Promise<void> {
    const { clock, log } = this.#needs;
    const nowMs = clock.now().getTime();
    try {
      const targets = this.#applications();
      const fresh = targets.filter(({ id }) => !this.#known.has(id));
      const names = new Map<string, string>();
      await this.#read(names, recentNames, { since: this.#sinceMs });
      const numbers = [...new Set(fresh.map(({ detail }) => detail))];
      for (let from = 0; from < numbers.length; from += MAX_NUMBERS_PER_QUERY)
        await this.#read(names, namesByNumber, {
          numbers: numbers.slice(from, from + MAX_NUMBERS_PER_QUERY),
        });
      await this.#store(targets, names);
      this.#sinceMs = nowMs - WRITER_DELAY_MS;
      for (const { id } of fresh) this.#known.add(id);
    } catch (error) {
      log.warn({ err: error }, 'application name refresh failed');
    }
  }

  #applications(): readonly FlowTarget[] {
    const flows = this.#needs.inventory().targets?.flows.values() ?? [];
    return [...flows].filter(
      ({ kind, detail }) => kind === 'application' && customApplicationOf(detail) === undefined,
    );
  }

  async #read(names: Map<string, string>, query: string, parameters: Record<string, unknown>): Promise<void> {
    for await (const rows of this.#needs.clickhouse.stream<ExportedName>(query, parameters))
      for (const row of rows) names.set(labelKey(row), labelOf(row.name));
  }

  async #store(targets: readonly FlowTarget[], names: ReadonlyMap<string, string>): Promise<void> {
    const { db, bus } = this.#needs;
    const changed = targets.flatMap(({ id, customer, detail, name }) => {
      const label = names.get(labelKey({ customer, application: detail }));
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
