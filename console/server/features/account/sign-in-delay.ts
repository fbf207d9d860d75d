import { createHash } from 'node:crypto';
import type { Clock } from '#platform/clock/clock.ts';
import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { addressKey } from '../../kernel/rate/address-key.ts';
import { FailureDelay } from '../../kernel/rate/failure-delay.ts';
import type { DelayPolicy } from '../../kernel/rate/failure-delay.ts';

const KEYS = 50_000;

/** A whole office may stand behind one address. */
const perAddress: DelayPolicy = {
  free: 5,
  longestMs: 15 * MINUTE_MS,
  forgiveMs: 5 * MINUTE_MS,
  keys: KEYS,
};

/** Whoever fails on purpose with another's name holds him up for a minute at most (OWASP ASVS 5.0, 6.1.1). */
const perUsername: DelayPolicy = { free: 3, longestMs: MINUTE_MS, forgiveMs: 5 * MINUTE_MS, keys: KEYS };

export interface SignInTry {
  /** Whoever it was knew the password. */
  succeeded(): void;
}

/** Names are kept as hashes: they may be long, and they are nobody's business in a dump of the memory. */
const nameKey = (username: string): string =>
  createHash('sha256').update(username.toLowerCase()).digest('base64url');

/** Growing delays between failed sign-ins of one address and with one name, whether an account has that name or not. */
export class SignInDelay {
  readonly #addresses: FailureDelay;
  readonly #names: FailureDelay;

  constructor(clock: Clock) {
    this.#addresses = new FailureDelay(clock, perAddress);
    this.#names = new FailureDelay(clock, perUsername);
  }

  /** A try that may go on. Throws RATE_LIMITED with the seconds to wait: such a try counts for nothing. */
  begin(username: string, address: string): SignInTry {
    const from = addressKey(address);
    const name = nameKey(username);
    const waitMs = Math.max(this.#addresses.waitMs(from), this.#names.waitMs(name));
    if (waitMs > 0)
      throw new ProblemError('RATE_LIMITED', { params: { seconds: Math.ceil(waitMs / SECOND_MS) } });
    this.#addresses.count(from);
    this.#names.count(name);
    return {
      succeeded: () => {
        // Of the address only this try: a guesser's own account would else buy him new ones.
        this.#addresses.forgive(from);
        this.#names.forget(name);
      },
    };
  }
}
