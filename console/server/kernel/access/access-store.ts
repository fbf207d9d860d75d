import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { BoundedMap } from '../rate/bounded-map.ts';
import { sameCustomers } from './caller.ts';
import type { Caller, CallerCustomer } from './caller.ts';
import { readCallers, readCustomers } from './read-callers.ts';

/** A change elsewhere is announced; this bounds a lost notice. */
const BELIEVE_MS = 2_000;
const MOST_ACCOUNTS = 50_000;
/** Parameters of one statement are bounded by the protocol of PostgreSQL. */
const AT_ONCE = 5_000;

interface Believed<Value> {
  readonly value: Value;
  readonly untilMs: number;
}

/** Rights and customers of accounts, believed for a moment. */
export class AccessStore {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #believed = new BoundedMap<number, Believed<Promise<Caller | undefined>>>(MOST_ACCOUNTS);
  #every: Believed<Promise<ReadonlyMap<number, CallerCustomer>>> | undefined;
  #everyBefore: ReadonlyMap<number, CallerCustomer> = new Map();

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Undefined when the account is gone or locked. Many who ask at once share one reading. */
  async callerOf(accountId: number): Promise<Caller | undefined> {
    const nowMs = this.#clock.now().getTime();
    const believed = this.#believed.get(accountId);
    if (believed !== undefined && believed.untilMs > nowMs) return believed.value;
    const value = this.#read([accountId]).then((callers) => callers.get(accountId));
    this.#believed.set(accountId, { value, untilMs: nowMs + BELIEVE_MS });
    try {
      return await value;
    } catch (error) {
      // What failed is not believed: the next one asks anew.
      if (this.#believed.get(accountId)?.value === value) this.#believed.delete(accountId);
      throw error;
    }
  }

  /** As the tables have them now; accounts that are gone or locked are left out. */
  async callersOf(accountIds: readonly number[]): Promise<ReadonlyMap<number, Caller>> {
    const found = new Map<number, Caller>();
    for (let from = 0; from < accountIds.length; from += AT_ONCE)
      for (const [id, caller] of await this.#read(accountIds.slice(from, from + AT_ONCE)))
        found.set(id, caller);
    return found;
  }

  /** Somebody changed what this account, or anybody, may do. */
  forget(accountId?: number): void {
    this.#every = undefined;
    if (accountId === undefined) this.#believed.clear();
    else this.#believed.delete(accountId);
  }

  #read(ids: readonly number[]): Promise<ReadonlyMap<number, Caller>> {
    return readCallers(this.#db, ids, () => this.#everyCustomer());
  }

  #everyCustomer(): Promise<ReadonlyMap<number, CallerCustomer>> {
    const nowMs = this.#clock.now().getTime();
    if (this.#every !== undefined && this.#every.untilMs > nowMs) return this.#every.value;
    const value = readCustomers(this.#db).then((read) => {
      // The same map for as long as nothing changes: callers that open connections hold on to it.
      if (!sameCustomers(this.#everyBefore, read)) this.#everyBefore = read;
      return this.#everyBefore;
    });
    const every = { value, untilMs: nowMs + BELIEVE_MS };
    this.#every = every;
    value.catch(() => {
      if (this.#every === every) this.#every = undefined;
    });
    return value;
  }
}
