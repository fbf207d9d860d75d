import type { Clock } from '#platform/clock/clock.ts';
import { CLOSE_TIMEOUT_MS, type EndpointCall, type ManagerClient } from '#platform/sdwan/sdwan-client.ts';
import { withDeadline } from '#platform/sdwan/sdwan-http.ts';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import { CHECK_TIMEOUT_MS } from '#schemas/sdwan/server.ts';

/** A session without a call for this long is signed out: managers limit them. */
const IDLE_MS = 60_000;
/** Calls to one manager at the same time: vManage permits two reads of its statistics. */
const AT_ONCE = 2;
/** A call waits this long for a place. With its own time it ends before the console gives up. */
const PLACE_MS = 10_000;

interface Session {
  /** Version of the manager and certificate that it was opened for. */
  readonly opened: string;
  readonly client: ManagerClient;
  running: number;
  readonly waiting: (() => void)[];
  /** Ends with the next call. */
  idle: AbortController;
}

/** Waits for the place of another call, in the order of arrival. */
function placeIn({ waiting }: Session, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  waiting.push(resolve);
  const giveUp = (): void => {
    const place = waiting.indexOf(resolve);
    if (place !== -1) waiting.splice(place, 1);
    reject(signal.reason as Error);
  };
  signal.addEventListener('abort', giveUp, { once: true });
  return promise;
}

/** Sessions with managers that dashlets share: signing in for each call would exhaust those of the user. */
export class ManagerSessions {
  readonly #needs: { readonly clock: Clock; readonly open: (row: SdwanServerRow) => ManagerClient };
  readonly #sessions = new Map<number, Session>();

  constructor(needs: { readonly clock: Clock; readonly open: (row: SdwanServerRow) => ManagerClient }) {
    this.#needs = needs;
  }

  /**
   * The response of a manager. Rejects with the reason of the signal, or with a ManagerError: SDWAN_SLOW when the manager does not respond to this
   * call in time, SDWAN_BUSY when it does not end others so that this one has a place.
   */
  async read(row: SdwanServerRow, call: EndpointCall, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    const session = this.#sessionOf(row);
    session.idle.abort();
    await this.#enter(session, signal);
    try {
      return await withDeadline(this.#needs.clock, { timeoutMs: CHECK_TIMEOUT_MS }, (late) =>
        session.client.read(call, AbortSignal.any([late, signal])),
      );
    } finally {
      this.#leave(row.id, session);
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
      opened,
      client: this.#needs.open(row),
      running: 0,
      waiting: [],
      idle: new AbortController(),
    };
    this.#sessions.set(row.id, made);
    return made;
  }

  async #enter(session: Session, signal: AbortSignal): Promise<void> {
    if (session.running < AT_ONCE) session.running += 1;
    else
      await withDeadline(this.#needs.clock, { timeoutMs: PLACE_MS, fault: 'SDWAN_BUSY' }, (late) =>
        placeIn(session, AbortSignal.any([late, signal])),
      );
  }

  /** Gives the place to the next call. */
  #leave(id: number, session: Session): void {
    const next = session.waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    session.running -= 1;
    if (session.running > 0) return;
    // One that has been replaced serves no other call.
    if (this.#sessions.get(id) === session) this.#closeLater(id, session);
    else void this.#end(session);
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
    await client.close(AbortSignal.timeout(CLOSE_TIMEOUT_MS));
  }
}
