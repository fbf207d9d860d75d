import type { Clock } from '#platform/clock/clock.ts';
import type { EndpointCall, ManagerClient } from '#platform/sdwan/sdwan-client.ts';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';

/** A session without a call for this long is signed out: managers limit them. */
const IDLE_MS = 60_000;
/** Calls to one manager at the same time: vManage permits two reads of its statistics. */
const AT_ONCE = 2;
const CLOSE_MS = 2_000;

interface Session {
  /** Version of the manager and certificate that it was opened for. */
  readonly opened: string;
  readonly client: ManagerClient;
  running: number;
  readonly waiting: (() => void)[];
  /** Ends with the next call. */
  idle: AbortController;
}

/** Sessions with managers that dashlets share: signing in for each call would exhaust those of the user. */
export class ManagerSessions {
  readonly #needs: { readonly clock: Clock; readonly open: (row: SdwanServerRow) => ManagerClient };
  readonly #sessions = new Map<number, Session>();

  constructor(needs: { readonly clock: Clock; readonly open: (row: SdwanServerRow) => ManagerClient }) {
    this.#needs = needs;
  }

  /** The answer of a manager. Rejects with a ManagerError, or with the reason of the signal. */
  async read(row: SdwanServerRow, call: EndpointCall, signal: AbortSignal): Promise<unknown> {
    const session = this.#sessionOf(row);
    session.idle.abort();
    await this.#enter(session, signal);
    try {
      signal.throwIfAborted();
      return await session.client.read(call, signal);
    } finally {
      session.running -= 1;
      session.waiting.shift()?.();
      if (session.running === 0) this.#closeLater(row.id, session);
    }
  }

  /** Signs out everywhere. */
  async close(): Promise<void> {
    const all = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(all.map((session) => this.#end(session)));
  }

  #sessionOf(row: SdwanServerRow): Session {
    const known = this.#sessions.get(row.id);
    const opened = `${String(row.version)} ${row.certificate?.fingerprint ?? ''}`;
    if (known?.opened === opened) return known;
    if (known?.running === 0) void this.#end(known);
    const made: Session = {
      ...{ opened, client: this.#needs.open(row), running: 0, waiting: [] },
      idle: new AbortController(),
    };
    this.#sessions.set(row.id, made);
    return made;
  }

  /** Waits for a place, in the order of arrival. */
  async #enter(session: Session, signal: AbortSignal): Promise<void> {
    if (session.running >= AT_ONCE) {
      const { promise, resolve } = Promise.withResolvers<void>();
      session.waiting.push(resolve);
      // A call that was given up takes its turn, and passes it on.
      signal.addEventListener('abort', () => resolve(), { once: true });
      await promise;
      const place = session.waiting.indexOf(resolve);
      if (place !== -1) session.waiting.splice(place, 1);
    }
    session.running += 1;
  }

  #closeLater(id: number, session: Session): void {
    const idle = new AbortController();
    session.idle = idle;
    void this.#needs.clock.wait(IDLE_MS, idle.signal).then(async () => {
      if (idle.signal.aborted || session.running > 0) return;
      if (this.#sessions.get(id) === session) this.#sessions.delete(id);
      await this.#end(session);
    });
  }

  async #end({ client, idle }: Session): Promise<void> {
    idle.abort();
    await client.close(AbortSignal.timeout(CLOSE_MS));
  }
}
