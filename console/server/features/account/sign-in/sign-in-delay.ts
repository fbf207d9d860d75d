import { createHash } from 'node:crypto';
import type { Clock } from '#platform/clock/clock.ts';
import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { addressKey } from '../../../kernel/rate/limit-rates.ts';
import { FailureDelay } from '../../../kernel/rate/failure-delay.ts';
import type { DelayPolicy } from '../../../kernel/rate/failure-delay.ts';

const MAX_KEYS = 50_000;

/** A whole office may share one address. */
const perAddress: DelayPolicy = {
  freeFailures: 5,
  maxDelayMs: 15 * MINUTE_MS,
  forgiveMs: 5 * MINUTE_MS,
  maxKeys: MAX_KEYS,
};

/** Failing on purpose with the name of another user delays that user for a minute at most (OWASP ASVS 5.0, 6.1.1). */
const perUsername: DelayPolicy = {
  freeFailures: 3,
  maxDelayMs: MINUTE_MS,
  forgiveMs: 5 * MINUTE_MS,
  maxKeys: MAX_KEYS,
};

export interface SignInAttempt {
  /** The password was correct. */
  succeeded(): void;
}

/** Usernames are kept as hashes: they may be long, and a memory dump must not expose them. */
const usernameKey = (username: string): string =>
  createHash('sha256').update(username.toLowerCase()).digest('base64url');

/** Growing delays between failed sign-ins from one address and with one username, whether or not an account has it. */
export class SignInDelay {
  readonly #addresses: FailureDelay;
  readonly #names: FailureDelay;

  constructor(clock: Clock) {
    this.#addresses = new FailureDelay(clock, perAddress);
    this.#names = new FailureDelay(clock, perUsername);
  }

  /** Starts an attempt. Throws RATE_LIMITED with the seconds to wait; a rejected attempt does not count. */
  start(username: string, address: string): SignInAttempt {
    const from = addressKey(address);
    const name = usernameKey(username);
    const waitMs = Math.max(this.#addresses.waitMs(from), this.#names.waitMs(name));
    if (waitMs > 0)
      throw new ProblemError('RATE_LIMITED', { params: { seconds: Math.ceil(waitMs / SECOND_MS) } });
    this.#addresses.count(from);
    this.#names.count(name);
    return {
      succeeded: () => {
        // Forgives only this attempt of the address. Otherwise a guesser could reset the delay by signing in with their own account.
        this.#addresses.forgive(from);
        this.#names.forget(name);
      },
    };
  }
}
