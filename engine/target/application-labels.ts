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

const ROUND_MS = 15_000;
/** A row of a name may reach the store so much later than its exporter told it. */
const WRITER_DELAY_MS = 10 * 60_000;
/** Numbers asked for at once: they stand in the address of the request, of which servers take 16 KiB. */
const NUMBERS_AT_ONCE = 400;
const LABEL_MAX = 120;

export interface LabelNeeds {
  readonly db: Db;
  readonly clickhouse: Pick<ClickHouse, 'stream'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly inventory: () => Inventory;
}

interface Told {
  readonly customer: number;
  readonly application: number;
  readonly name: string;
}

const told = (
  condition: string,
): string => `SELECT customer, application, argMax(name, application_names.at) AS name
FROM application_names WHERE ${condition} GROUP BY customer, application HAVING name != ''`;
const ofNumbers = told('application IN {numbers:Array(UInt64)}');
const ofLate = told('application_names.at >= fromUnixTimestamp64Milli({since:Int64})');

const keyOf = ({ customer, application }: Omit<Told, 'name'>): string =>
  `${String(customer)} ${String(application)}`;

/** What exporters call an application, on one line of a length that people read. */
const labelOf = (name: string): string =>
  name
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, LABEL_MAX);

/**
 * Gives applications that flows made elements of the names that exporters tell (`application_names`). They are kept beside the
 * element, so that those who name alarms need no ClickHouse. Custom applications have a name of their own.
 */
export class ApplicationLabels {
  readonly #needs: LabelNeeds;
  /** Elements whose name was looked for among all that was ever told; what is told later is found by its time. */
  readonly #known = new Set<number>();
  #sinceMs: number;

  constructor(needs: LabelNeeds) {
    this.#needs = needs;
    this.#sinceMs = needs.clock.now().getTime() - WRITER_DELAY_MS;
  }

  start(signal: AbortSignal): void {
    this.#needs.clock.every(ROUND_MS, () => this.round(), signal);
  }

  /** Looks once; what fails is tried again at the next round. */
  async round(): Promise<void> {
    const { clock, log } = this.#needs;
    const nowMs = clock.now().getTime();
    try {
      const targets = this.#applications();
      const fresh = targets.filter(({ id }) => !this.#known.has(id));
      const names = new Map<string, string>();
      await this.#read(names, ofLate, { since: this.#sinceMs });
      const numbers = [...new Set(fresh.map(({ detail }) => detail))];
      for (let from = 0; from < numbers.length; from += NUMBERS_AT_ONCE)
        await this.#read(names, ofNumbers, { numbers: numbers.slice(from, from + NUMBERS_AT_ONCE) });
      await this.#keep(targets, names);
      this.#sinceMs = nowMs - WRITER_DELAY_MS;
      for (const { id } of fresh) this.#known.add(id);
    } catch (error) {
      log.warn({ err: error }, 'names of applications could not be read');
    }
  }

  #applications(): readonly FlowTarget[] {
    const flows = this.#needs.inventory().targets?.flows.values() ?? [];
    return [...flows].filter(
      ({ kind, detail }) => kind === 'application' && customApplicationOf(detail) === undefined,
    );
  }

  async #read(names: Map<string, string>, query: string, parameters: Record<string, unknown>): Promise<void> {
    for await (const rows of this.#needs.clickhouse.stream<Told>(query, parameters))
      for (const row of rows) names.set(keyOf(row), labelOf(row.name));
  }

  async #keep(targets: readonly FlowTarget[], names: ReadonlyMap<string, string>): Promise<void> {
    const { db, bus } = this.#needs;
    const changed = targets.flatMap(({ id, customer, detail, name }) => {
      const label = names.get(keyOf({ customer, application: detail }));
      return label === undefined || label === '' || label === name ? [] : [{ id, label }];
    });
    if (changed.length === 0) return;
    // Two engines read the same names: what the other one has stored is not told again.
    const { numAffectedRows = 0n } = await sql`UPDATE flow_target SET label = told.label
      FROM unnest(${changed.map(({ id }) => id)}::integer[], ${changed.map(({ label }) => label)}::text[]) AS told (id, label)
      WHERE flow_target.id = told.id AND flow_target.label IS DISTINCT FROM told.label`.execute(db);
    if (numAffectedRows > 0n) bus.publish(subjects.config('target'), '{}');
  }
}
