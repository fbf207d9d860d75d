import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { LRUCache } from 'lru-cache';
import { sameCustomers, type Caller, type CallerCustomer } from './caller.ts';
import { readCallers, readCustomers } from './read-callers.ts';

/** Changes in other processes are announced. This limits the effect of a lost announcement. */
const CACHE_MS = 2_000;
/** An account that was read within this time counts as known while PostgreSQL does not respond (ADR 108). */
const LATELY_MS = 15 * 60_000;
const MAX_CACHED_ACCOUNTS = 50_000;
/** The PostgreSQL protocol limits the parameters of one statement. */
const ACCOUNTS_PER_QUERY = 5_000;

interface Cached<Value> {
  readonly value: Value;
  readonly untilMs: number;
}

/** Permissions and customers of accounts, cached for a short time. */
export class AccessStore {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #cached = new LRUCache<number, Cached<Promise<Caller | undefined>>>({ max: MAX_CACHED_ACCOUNTS });
  /** As PostgreSQL said last, until a change is announced. */
  readonly #lately = new LRUCache<number, Cached<Caller>>({ max: MAX_CACHED_ACCOUNTS });
  #allCustomers: Cached<Promise<ReadonlyMap<number, CallerCustomer>>> | undefined;
  #previousCustomers: ReadonlyMap<number, CallerCustomer> = new Map();

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Undefined for a deleted or locked account. Concurrent calls share one query. */
  async callerOf(accountId: number): Promise<Caller | undefined> {
    const nowMs = this.#clock.now().getTime();
    const cached = this.#cached.peek(accountId);
    if (cached !== undefined && cached.untilMs > nowMs) return cached.value;
    const value = this.#read([accountId]).then((callers) => callers.get(accountId));
    this.#cached.set(accountId, { value, untilMs: nowMs + CACHE_MS });
    try {
      const caller = await value;
      if (caller === undefined) this.#lately.delete(accountId);
      else if (this.#cached.peek(accountId)?.value === value)
        this.#lately.set(accountId, { value: caller, untilMs: nowMs + LATELY_MS });
      return caller;
    } catch (error) {
      // Failures are not cached: the next call queries again.
      if (this.#cached.peek(accountId)?.value === value) this.#cached.delete(accountId);
      throw error;
    }
  }

  /** An account as it was within the last quarter of an hour, without a change that was announced since. */
  lately(accountId: number): Caller | undefined {
    const known = this.#lately.peek(accountId);
    return known === undefined || known.untilMs <= this.#clock.now().getTime() ? undefined : known.value;
  }

  /** Reads the tables without the cache. Deleted and locked accounts are left out, and dropped from the cache. */
  async callersOf(accountIds: readonly number[]): Promise<ReadonlyMap<number, Caller>> {
    const found = new Map<number, Caller>();
    for (let from = 0; from < accountIds.length; from += ACCOUNTS_PER_QUERY)
      for (const [id, caller] of await this.#read(accountIds.slice(from, from + ACCOUNTS_PER_QUERY)))
        found.set(id, caller);
    for (const id of accountIds)
      if (!found.has(id)) {
        this.#cached.delete(id);
        this.#lately.delete(id);
      }
    return found;
  }

  /** Drops the cached permissions of one account, or of all. */
  forget(accountId?: number): void {
    this.#allCustomers = undefined;
    if (accountId === undefined) {
      this.#cached.clear();
      this.#lately.clear();
    } else {
      this.#cached.delete(accountId);
      this.#lately.delete(accountId);
    }
  }

  #read(ids: readonly number[]): Promise<ReadonlyMap<number, Caller>> {
    return readCallers(this.#db, ids, () => this.#readAllCustomers());
  }

  #readAllCustomers(): Promise<ReadonlyMap<number, CallerCustomer>> {
    const nowMs = this.#clock.now().getTime();
    if (this.#allCustomers !== undefined && this.#allCustomers.untilMs > nowMs)
      return this.#allCustomers.value;
    const value = readCustomers(this.#db).then((read) => {
      // The same map while nothing changes: callers of open connections keep a reference to it.
      if (!sameCustomers(this.#previousCustomers, read)) this.#previousCustomers = read;
      return this.#previousCustomers;
    });
    const entry = { value, untilMs: nowMs + CACHE_MS };
    this.#allCustomers = entry;
    value.catch(() => {
      if (this.#allCustomers === entry) this.#allCustomers = undefined;
    });
    return value;
  }
}
