import { createHash } from 'node:crypto';
import type { Clock } from '#platform/clock/clock.ts';
import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { addressKey } from '../../../kernel/rate/limit-rates.ts';
import { FailureDelay, type DelayPolicy } from '../../../kernel/rate/failure-delay.ts';
import type { KnownBrowser } from './known-browsers.ts';

const MAX_KEYS = 50_000;

/** A whole office may share one address. */
const perAddress: DelayPolicy = {
  freeFailures: 5,
  maxDelayMs: 15 * MINUTE_MS,
  forgiveMs: 5 * MINUTE_MS,
  maxKeys: MAX_KEYS,
};

/** Strangers who fail on purpose delay each other with this name for a minute at most, and known browsers never (ASVS 5.0, 6.1.1). */
const perSubject: DelayPolicy = {
  freeFailures: 3,
  maxDelayMs: MINUTE_MS,
  forgiveMs: 5 * MINUTE_MS,
  maxKeys: MAX_KEYS,
};

/** What is attempted: a username or another text that anyone may type, or an account that is known already. */
export type DelayedSubject =
  | { readonly kind: 'sign-in' | 'reset link'; readonly typed: string }
  | { readonly kind: 'second factor' | 'own password' | 'own second factor'; readonly account: number };

/** Who attempts it: a known browser, or anyone at an address. Undefined: the signed-in user. */
export type DelayedOrigin = KnownBrowser | { readonly address: string } | undefined;

export interface SignInAttempt {
  /** The password was correct. */
  succeeded(): void;
}

/** Usernames are kept as hashes: they may be long, and a memory dump must not expose them. */
const typedKey = (text: string): string =>
  createHash('sha256').update(text.toLowerCase()).digest('base64url');

/** Starts with the kind: no text that anyone types is the key of something else. */
function subjectKey(subject: DelayedSubject, origin: DelayedOrigin): string {
  const what = 'typed' in subject ? `typed ${typedKey(subject.typed)}` : `account ${String(subject.account)}`;
  const browser = origin !== undefined && 'tokenHash' in origin ? ` browser ${origin.tokenHash}` : '';
  return `${subject.kind}: ${what}${browser}`;
}

/** Growing delays between failed attempts from one address and at one subject, whether or not an account has it. */
export class SignInDelay {
  readonly #addresses: FailureDelay;
  readonly #subjects: FailureDelay;

  constructor(clock: Clock) {
    this.#addresses = new FailureDelay(clock, perAddress);
    this.#subjects = new FailureDelay(clock, perSubject);
  }

  /**
   * Starts an attempt. Throws RATE_LIMITED with the seconds to wait; a rejected attempt does not count. A known browser waits only for
   * its own failures: those of others, at its address or with the same name, do not delay it.
   */
  start(subject: DelayedSubject, origin: DelayedOrigin): SignInAttempt {
    const name = subjectKey(subject, origin);
    const from = origin !== undefined && 'address' in origin ? addressKey(origin.address) : undefined;
    const ofAddress = from === undefined ? 0 : this.#addresses.waitMs(from);
    const waitMs = Math.max(ofAddress, this.#subjects.waitMs(name));
    if (waitMs > 0)
      throw new ProblemError('RATE_LIMITED', { params: { seconds: Math.ceil(waitMs / SECOND_MS) } });
    if (from !== undefined) this.#addresses.count(from);
    this.#subjects.count(name);
    return {
      succeeded: () => {
        // Forgives only this attempt of the address. Otherwise a guesser could reset the delay by signing in with their own account.
        if (from !== undefined) this.#addresses.forgive(from);
        this.#subjects.forget(name);
      },
    };
  }
}
