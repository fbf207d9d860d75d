import type { Log } from '#platform/log/log.ts';
import type { AccessChange } from '#schemas/account/access-change.ts';
import type { AccessStore } from '../kernel/access/access-store.ts';
import type { SessionStore } from '../kernel/session/session-store.ts';
import type { LiveGateway } from '../kernel/socket/live-gateway.ts';

/** Above this number of accounts, one review of every connection costs less than one review per account. */
const BULK_REVIEW_THRESHOLD = 8;

export interface ReviewNeeds {
  readonly gateway: Pick<LiveGateway, 'review' | 'endSession'>;
  readonly sessions: Pick<SessionStore, 'forget'>;
  readonly access: Pick<AccessStore, 'forget'>;
  readonly log: Log;
}

/**
 * Reviews open connections when permissions or sessions change. Reviews run one at a time: all changes that arrive during a
 * review share the next one.
 */
export class AccessReview {
  readonly #needs: ReviewNeeds;
  /** Accounts to review; `all` when a change may concern any of them. */
  #due: Set<number> | 'all' = new Set();
  #isRunning = false;

  constructor(needs: ReviewNeeds) {
    this.#needs = needs;
  }

  /** Handles an announced change. */
  handle({ account, session }: AccessChange): void {
    const { gateway, sessions, access } = this.#needs;
    if (session !== undefined) {
      sessions.forget(session);
      gateway.endSession(session);
      return;
    }
    access.forget(account);
    if (account === undefined) {
      sessions.forget();
      this.#due = 'all';
    } else if (this.#due !== 'all') this.#due.add(account);
    void this.#run();
  }

  /** Reviews every connection, independent of announced changes. */
  async reviewAll(): Promise<void> {
    this.#due = 'all';
    await this.#run();
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (this.#due === 'all' || this.#due.size > 0) await this.#review(this.#drain());
    } catch (error) {
      // The periodic review, or the next change, repeats it.
      this.#needs.log.warn({ err: error }, 'connection review failed');
    } finally {
      this.#isRunning = false;
    }
  }

  #drain(): Set<number> | 'all' {
    const due = this.#due;
    this.#due = new Set();
    return due;
  }

  async #review(due: Set<number> | 'all'): Promise<void> {
    if (due === 'all' || due.size > BULK_REVIEW_THRESHOLD) await this.#needs.gateway.review();
    else for (const account of due) await this.#needs.gateway.review(account);
  }
}
