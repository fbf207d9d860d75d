import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';

/** An incident, or an occurrence of an alarm, as a webhook reports it. */
interface ThreadPlace {
  readonly target: number;
  readonly occurrence: string;
}

/** An alarm that runs for longer has its clear in a message of its own. */
const MOST_MS = 90 * 86_400_000;

/** What services named the first messages of occurrences. */
export class NotificationThreads {
  readonly #db: Db;
  readonly #clock: Clock;
  /** What is sent to each thread that has no name yet. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  async find({ target, occurrence }: ThreadPlace): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('notification_thread')
      .select('thread')
      .where('target', '=', target)
      .where('occurrence', '=', occurrence)
      .executeTakeFirst();
    return row?.thread;
  }

  /** A message that was repeated after a kill does not take over the thread. */
  async store(place: ThreadPlace, thread: string): Promise<void> {
    await this.#db
      .insertInto('notification_thread')
      .values({ ...place, thread, updated_at: this.#clock.now() })
      .onConflict((conflict) => conflict.columns(['target', 'occurrence']).doNothing())
      .execute();
  }

  /** Runs what is sent to one place one after the other. */
  async inTurn<Result>({ target, occurrence }: ThreadPlace, run: () => Promise<Result>): Promise<Result> {
    const key = `${String(target)} ${occurrence}`;
    const before = this.#turns.get(key);
    const own = (before ?? Promise.resolve()).then(run, run);
    this.#turns.set(key, own);
    try {
      return await own;
    } finally {
      if (this.#turns.get(key) === own) this.#turns.delete(key);
    }
  }

  async forget({ target, occurrence }: ThreadPlace): Promise<void> {
    await this.#db
      .deleteFrom('notification_thread')
      .where('target', '=', target)
      .where('occurrence', '=', occurrence)
      .execute();
  }

  /** Deletes threads older than 90 days. */
  async deleteExpired(): Promise<void> {
    await this.#db
      .deleteFrom('notification_thread')
      .where('updated_at', '<', addMs(this.#clock.now(), -MOST_MS))
      .execute();
  }
}
