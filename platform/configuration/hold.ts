import { subjects } from '#schemas/bus/subject.ts';
import type { ConfigEntity } from '#schemas/bus/subject.ts';
import type { Bus } from '../bus/bus.ts';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';

/** Changes that come one after another are read once, after this pause. */
const QUIET_MS = 200;
/** Read again without a notice, in case one was lost: an announcement of core NATS is not stored. */
const REFRESH_MS = 60_000;

/** Configuration in memory, kept as the database has it. */
export interface Held<Value> {
  readonly current: Value;
  /** Called after each reading that brought something new. */
  onChange(listener: (value: Value) => void): void;
}

export interface Reloadable<Value> extends Held<Value> {
  /** Resolves when it was read again; where that fails, what is there stays. */
  reload(): Promise<void>;
}

export interface HoldNeeds {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

interface Holding<Value> {
  /** Announced as `config.<entity>` when it has changed. */
  readonly entity: ConfigEntity | readonly ConfigEntity[];
  readonly read: () => Promise<Value>;
  /** Without a notice it is read again only where this says something else than before the last reading, or nothing. */
  readonly stamp?: () => Promise<string | undefined>;
  /** Two readings of the same state: what is held stays the same object, and nobody is told. */
  readonly same: (one: Value, other: Value) => boolean | Promise<boolean>;
}

/** What a listener does with it is no matter of the reading, nor of the other listeners. */
function tellAll<Value>(
  { log }: Pick<HoldNeeds, 'log'>,
  listeners: readonly ((value: Value) => void)[],
  value: Value,
): void {
  for (const listener of listeners)
    try {
      listener(value);
    } catch (error) {
      log.error({ err: error }, 'changed configuration was not taken');
    }
}

/**
 * Reads at once, and again whenever a change is announced. A reading that fails keeps what is there; the next one tries
 * again.
 */
export async function hold<Value>(
  { bus, clock, log, signal }: HoldNeeds,
  { entity, read, same, stamp }: Holding<Value>,
): Promise<Reloadable<Value>> {
  let isHeld = false;
  let waiting = false;
  let stamped: string | undefined;
  const listeners: ((value: Value) => void)[] = [];
  const readAgain = async (isAnnounced: boolean): Promise<void> => {
    try {
      // Before the reading: what changes meanwhile is read again.
      const now = await stamp?.();
      if (!isAnnounced && now !== undefined && now === stamped) return;
      const next = await read();
      stamped = now;
      if (await same(current, next)) return;
      current = next;
      tellAll({ log }, listeners, next);
    } catch (error) {
      log.warn({ err: error, entity }, 'configuration could not be read again');
    }
  };
  let reading: Promise<void> = Promise.resolve();
  // One after the other: a reading that began earlier and ends later would bring back what was.
  const inTurn = (isAnnounced: boolean): Promise<void> =>
    (reading = reading.then(() => readAgain(isAnnounced)));
  const reload = (): Promise<void> => inTurn(true);
  const reloadSoon = async (): Promise<void> => {
    if (waiting) return;
    waiting = true;
    if (!isHeld) return;
    await clock.wait(QUIET_MS, signal);
    waiting = false;
    if (!signal.aborted) await reload();
  };
  // Before the first reading: what is announced while it runs is read behind it.
  for (const one of [entity].flat()) bus.subscribe(subjects.config(one), () => void reloadSoon(), { signal });
  let current = await read();
  isHeld = true;
  if (waiting) {
    waiting = false;
    void reloadSoon();
  }
  clock.every(REFRESH_MS, () => inTurn(false), signal);
  return {
    get current() {
      return current;
    },
    reload,
    onChange(listener) {
      listeners.push(listener);
    },
  };
}
