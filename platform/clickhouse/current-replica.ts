import type { Clock } from '../clock/clock.ts';
import { expectComplete, fromReplica, type Replica } from './replica-state.ts';
import { ClickHouseUnreachable } from './store-error.ts';

/**
 * How long a replica counts as complete. A replica that is cut off from Keeper is waited for by inserts until its session ends, which takes
 * longer than this (`session_timeout_ms`).
 */
export const COMPLETE_MS = 2_000;

/** The replica that reads go to: one that has every row whose insert was confirmed. It is used until it fails or falls behind. */
export class CurrentReplica {
  readonly #replicas: readonly Replica[];
  readonly #clock: Pick<Clock, 'elapsed'>;
  /** The last one that was complete. */
  #current: Replica | undefined;
  #checkedMs = -Infinity;
  #lost: Replica | undefined;
  #checking: Promise<Replica> | undefined;

  constructor(replicas: readonly Replica[], clock: Pick<Clock, 'elapsed'>) {
    this.#replicas = replicas;
    this.#clock = clock;
  }

  async get(): Promise<Replica> {
    if (this.#current !== undefined && this.#clock.elapsed() - this.#checkedMs < COMPLETE_MS)
      return this.#current;
    this.#checking ??= this.#choose().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** The replica did not respond: the next read begins with another one. */
  leave(replica: Replica): void {
    if (this.#current !== replica) return;
    this.#checkedMs = -Infinity;
    this.#lost = replica;
  }

  /** The current one first, unless it was lost. */
  #candidates(): readonly Replica[] {
    const at = this.#current === undefined ? 0 : this.#replicas.indexOf(this.#current);
    const inTurn = [...this.#replicas.slice(at), ...this.#replicas.slice(0, at)];
    return this.#lost === undefined ? inTurn : [...inTurn.filter((one) => one !== this.#lost), this.#lost];
  }

  async #choose(): Promise<Replica> {
    const failures: unknown[] = [];
    for (const replica of this.#candidates()) {
      const sinceMs = this.#clock.elapsed();
      try {
        await expectComplete(replica);
        this.#checkedMs = sinceMs;
        this.#current = replica;
        this.#lost = undefined;
        return replica;
      } catch (error) {
        failures.push(error);
      }
    }
    return this.#withoutKeeper(failures);
  }

  /**
   * No replica is known to be complete, as when Keeper is away. Nothing is confirmed without it, so that the last one that was complete
   * still is.
   */
  async #withoutKeeper(failures: readonly unknown[]): Promise<Replica> {
    const last = this.#current;
    if (last !== undefined && (await fromReplica(last.checks.ping()).catch(() => false))) {
      this.#checkedMs = this.#clock.elapsed();
      return last;
    }
    throw new ClickHouseUnreachable(new AggregateError(failures, 'no replica of ClickHouse is complete'));
  }
}
