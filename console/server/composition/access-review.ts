import type { Log } from '#platform/log/log.ts';
import type { AccessChange } from '#schemas/account/access-change.ts';
import type { AccessStore } from '../kernel/access/access-store.ts';
import type { SessionStore } from '../kernel/session/session-store.ts';
import type { LiveGateway } from '../kernel/socket/live-gateway.ts';

/** So many accounts one by one would cost more than everybody at once. */
const MANY = 8;

export interface ReviewNeeds {
  readonly gateway: Pick<LiveGateway, 'review' | 'ended'>;
  readonly sessions: Pick<SessionStore, 'forget'>;
  readonly access: Pick<AccessStore, 'forget'>;
  readonly log: Log;
}

/**
 * Looks at open connections again when rights or sessions change. One look at a time: changes that come while one is going on
 * are dealt with by one more, however many they are.
 */
export class AccessReview {
  readonly #needs: ReviewNeeds;
  /** Accounts to look at, `everybody` when it may be anyone. */
  #due: Set<number> | 'everybody' = new Set();
  #looking = false;

  constructor(needs: ReviewNeeds) {
    this.#needs = needs;
  }

  /** A change was announced. */
  changed({ account, session }: AccessChange): void {
    const { gateway, sessions, access } = this.#needs;
    if (session !== undefined) {
      sessions.forget(session);
      gateway.ended(session);
      return;
    }
    access.forget(account);
    if (account === undefined) {
      sessions.forget();
      this.#due = 'everybody';
    } else if (this.#due !== 'everybody') this.#due.add(account);
    void this.#look();
  }

  /** Looks at everybody, whatever was announced. */
  async everybody(): Promise<void> {
    this.#due = 'everybody';
    await this.#look();
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      while (this.#due === 'everybody' || this.#due.size > 0) await this.#lookAt(this.#take());
    } catch (error) {
      // The regular look, or the next change, makes up for it.
      this.#needs.log.warn({ err: error }, 'connections could not be looked at');
    } finally {
      this.#looking = false;
    }
  }

  #take(): Set<number> | 'everybody' {
    const due = this.#due;
    this.#due = new Set();
    return due;
  }

  async #lookAt(due: Set<number> | 'everybody'): Promise<void> {
    if (due === 'everybody' || due.size > MANY) await this.#needs.gateway.review();
    else for (const account of due) await this.#needs.gateway.review(account);
  }
}
