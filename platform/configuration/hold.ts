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
  /** Two readings of the same state: what is held stays the same object, and nobody is told. */
  readonly same: (one: Value, other: Value) => boolean | Promise<boolean>;
}

/**
 * Reads at once, and again whenever a change is announced. A reading that fails keeps what is there; the next one tries
 * again.
 */
export async function hold<Value>(
  { bus, clock, log, signal }: HoldNeeds,
  { entity, read, same }: Holding<Value>,
): Promise<Reloadable<Value>> {
  let current = await read();
  let waiting = false;
  const listeners: ((value: Value) => void)[] = [];
  const readAgain = async (): Promise<void> => {
    try {
      const next = await read();
      if (await same(current, next)) return;
      current = next;
      for (const listener of listeners) listener(next);
    } catch (error) {
      log.warn({ err: error, entity }, 'configuration could not be read again');
    }
  };
  let reading: Promise<void> = Promise.resolve();
  // One after the other: a reading that began earlier and ends later would bring back what was.
  const reload = (): Promise<void> => (reading = reading.then(readAgain));
  const reloadSoon = async (): Promise<void> => {
    if (waiting) return;
    waiting = true;
    await clock.wait(QUIET_MS, signal);
    waiting = false;
    if (!signal.aborted) await reload();
  };
  for (const one of [entity].flat()) bus.subscribe(subjects.config(one), () => void reloadSoon(), { signal });
  clock.every(REFRESH_MS, reload, signal);
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
