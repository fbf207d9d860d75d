import type { Clock } from '#platform/clock/clock.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { dataLimits } from '#schemas/limit/data.ts';
import { SingleFlight } from '#server/shared/queue/single-flight.ts';
import type { Ran } from '../read/ran.ts';
import type { StepColumns } from '../sql/step-columns.ts';
import { CacheTable } from './cache-table.ts';
import {
  extendedSteps,
  periodParts,
  stepsName,
  totalsKey,
  totalsOf,
  type PeriodQuery,
  type PeriodSteps,
} from './period-totals.ts';

interface ResultRequest {
  /** It names the rows: an element that is renamed has its new name in what is requested from then on. */
  readonly inventory: Inventory;
  /** All else that the result depends on, rights included. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/** A statement of which every value is bound: rights, sites and filters are part of its text. */
interface StatementRequest {
  readonly text: string;
  /** Cached for others once it ran: no window that it reads changes before the next one closes. */
  readonly isFinal: boolean;
  readonly signal: AbortSignal;
}

type Work<Value> = (stop: AbortSignal) => Promise<Value>;

/** Bytes that the statements and the steps of all customers may take. */
interface CacheSizes {
  readonly statementBytes: number;
  readonly stepBytes: number;
}

const sizes: CacheSizes = { statementBytes: dataLimits.sharedBytes, stepBytes: dataLimits.cachedBytes };

/** Memory of parsed columns by the bytes of their text, at most: numbers in a column with nulls are objects. */
const MEMORY_OF_TEXT = 2;

/**
 * What requests for values share, in three tables. When a window closes, all viewers of a dashboard request the same at the same time:
 * each entry is made once for all of them, and its work is stopped when the last of them leaves.
 */
export class DataCache {
  /** Results as JSON, while they are made. */
  readonly #results = new SingleFlight<string>();
  /** What statements returned, until the next window closes. */
  readonly #statements: CacheTable<Ran>;
  readonly #running = new SingleFlight<Ran>();
  /** Steps from which the values of periods are merged. */
  readonly #steps: CacheTable<PeriodSteps>;
  readonly #totals = new SingleFlight<StepColumns | undefined>();
  readonly #inventories = new WeakMap<Inventory, number>();
  #lastInventory = 0;

  constructor(clock: Pick<Clock, 'now'>, { statementBytes, stepBytes }: CacheSizes = sizes) {
    const { sharedSeconds, cachedSeconds } = dataLimits;
    this.#statements = new CacheTable(clock, { maxBytes: statementBytes, maxSeconds: sharedSeconds });
    this.#steps = new CacheTable(clock, { maxBytes: stepBytes, maxSeconds: cachedSeconds });
  }

  /** The result of a request. Throws why there is none. */
  result({ inventory, key, signal }: ResultRequest, work: Work<string>): Promise<string> {
    return this.#results.run(`${String(this.#numberOf(inventory))} ${key}`, work, signal);
  }

  /** What a statement returns. */
  async statement({ text, isFinal, signal }: StatementRequest, work: Work<Ran>): Promise<Ran> {
    signal.throwIfAborted();
    const cached = this.#statements.get(text);
    if (cached !== undefined) return cached;
    const run = async (stop: AbortSignal): Promise<Ran> => {
      const ran = await work(stop);
      const bytes = ran.replyBytes * MEMORY_OF_TEXT + text.length;
      if (isFinal) this.#statements.set(text, ran, { bytes });
      return ran;
    };
    return this.#running.run(text, run, signal);
  }

  /**
   * Values of a full period, merged from cached steps, as the statement for the period returns them: a query that is repeated as a window
   * closes reads the steps that are new or may have changed. Undefined: the statement has to be run, for percentiles and for tables of
   * thousands of keys.
   */
  async totals(query: PeriodQuery): Promise<StepColumns | undefined> {
    const parts = periodParts(query);
    if (parts === undefined) return undefined;
    const name = stepsName(query.input, parts.parts);
    const merge = async (stop: AbortSignal): Promise<StepColumns | undefined> => {
      const known = this.#steps.get(name);
      if (known !== undefined && known.steps === undefined) return undefined;
      const steps = await extendedSteps({ ...query, signal: stop }, known, this.#steps.nowMs);
      const { bytes, readAtMs } = steps;
      this.#steps.set(name, steps, { bytes: bytes + name.length, readAtMs });
      return totalsOf(query.input, parts, steps);
    };
    // An explanation lists the statements of its own request.
    if (query.input.request.explain) return merge(query.signal);
    return this.#totals.run(totalsKey(query.input, name, parts.parts), merge, query.signal);
  }

  /** Inventories are compared as they are, not by what they hold. */
  #numberOf(inventory: Inventory): number {
    const known = this.#inventories.get(inventory);
    if (known !== undefined) return known;
    this.#lastInventory += 1;
    this.#inventories.set(inventory, this.#lastInventory);
    return this.#lastInventory;
  }
}
