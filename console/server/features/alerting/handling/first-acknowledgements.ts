import type { Clock } from '#platform/clock/clock.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { displayName, type Caller } from '#server/kernel/access/caller.ts';

/** Longest time until an engine that runs has applied a command. */
const SENT_MS = 30_000;
/** Ten calls of the largest size. */
const MAX_SENT = 10_000;

interface Claim {
  readonly caller: Caller;
  readonly customer: number;
  readonly row: AlarmRow;
}

interface Sent {
  readonly account: number;
  readonly by: string;
  readonly at: number;
  /** Time of the acknowledgement of the row that it replaces. */
  readonly before: number | null;
}

const keyOf = ({ customer, row }: Pick<Claim, 'customer' | 'row'>): string => `${String(customer)}:${row.id}`;
const shownAt = ({ acknowledged }: AlarmRow): number | null => acknowledged?.at ?? null;

/**
 * Who acknowledged an alarm first. Rows follow a command only after the engine has applied it, so the newest commands are remembered
 * until the row changes. They are those of this process: of two servers at the same moment, the later command replaces the earlier one.
 */
export class FirstAcknowledgements {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #sent = new Map<string, Sent>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /**
   * Returns the name of another user who acknowledged the alarm since the caller saw it, or undefined: it is the caller's to
   * acknowledge. Who saw nothing in particular (`seen` undefined) replaces any acknowledgement.
   */
  claim(claim: Claim, seen: number | null | undefined): string | undefined {
    const { caller, row } = claim;
    const by = displayName(caller);
    const first = seen === undefined ? undefined : this.#firstOf(claim, { seen, by });
    if (first !== undefined) return first;
    this.release(claim);
    this.#sent.set(keyOf(claim), { account: caller.id, by, at: this.#now(), before: shownAt(row) });
    const [oldest] = this.#sent.keys();
    if (this.#sent.size > MAX_SENT && oldest !== undefined) this.#sent.delete(oldest);
    return undefined;
  }

  /** The alarm was not acknowledged after all, or no longer is. */
  release(claim: Pick<Claim, 'customer' | 'row'>): void {
    this.#sent.delete(keyOf(claim));
  }

  #firstOf(
    claim: Claim,
    { seen, by }: { readonly seen: number | null; readonly by: string },
  ): string | undefined {
    const { caller, row } = claim;
    const sent = this.#sent.get(keyOf(claim));
    if (sent?.before === shownAt(row) && this.#now() - sent.at < SENT_MS)
      return sent.account === caller.id ? undefined : sent.by;
    const { acknowledged } = row;
    if (acknowledged === undefined || acknowledged.at === seen || acknowledged.by === by) return undefined;
    return acknowledged.by;
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}
