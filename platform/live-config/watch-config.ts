import { subjects, type ConfigEntity } from '#schemas/bus/subject.ts';
import type { Bus } from '../bus/bus.ts';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';

/** Changes announced within this pause are read together. */
const DEBOUNCE_MS = 200;
/** Period of the refresh without an announcement: core NATS does not store announcements, so one may be lost. */
const REFRESH_MS = 60_000;

/** Configuration in memory, kept current with the database. */
export interface LiveValue<Value> {
  readonly current: Value;
  /** The listener runs after each read that found a change. */
  onChange(listener: (value: Value) => void): void;
}

export interface Reloadable<Value> extends LiveValue<Value> {
  /** Resolves after another read. When the read fails, the current value stays. */
  reload(): Promise<void>;
}

export interface LiveConfigNeeds {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

interface ConfigSource<Value> {
  /** Changes are announced as `config.<entity>`. */
  readonly entity: ConfigEntity | readonly ConfigEntity[];
  readonly read: () => Promise<Value>;
  /** The periodic refresh reads only when the stamp is unknown or differs from the stamp of the last read. */
  readonly stamp?: () => Promise<string | undefined>;
  /** Whether both values hold the same configuration: the current object then stays and listeners do not run. */
  readonly same: (one: Value, other: Value) => boolean | Promise<boolean>;
}

/** A failing listener affects neither the read nor the other listeners. */
function notifyListeners<Value>(
  { log }: Pick<LiveConfigNeeds, 'log'>,
  listeners: readonly ((value: Value) => void)[],
  value: Value,
): void {
  for (const listener of listeners)
    try {
      listener(value);
    } catch (error) {
      log.error({ err: error }, 'config listener failed');
    }
}

/** Reads the configuration, and again after each announced change. A failed read keeps the current value; the next one retries. */
export async function watchConfig<Value>(
  { bus, clock, log, signal }: LiveConfigNeeds,
  { entity, read, same, stamp }: ConfigSource<Value>,
): Promise<Reloadable<Value>> {
  let isReady = false;
  let isReloadDue = false;
  let lastStamp: string | undefined;
  const listeners: ((value: Value) => void)[] = [];
  const refresh = async (isAnnounced: boolean): Promise<void> => {
    if (signal.aborted) return;
    try {
      // Taken before the read: a change during the read then causes another one.
      const nextStamp = await stamp?.();
      if (!isAnnounced && nextStamp !== undefined && nextStamp === lastStamp) return;
      const next = await read();
      lastStamp = nextStamp;
      if (await same(current, next)) return;
      current = next;
      notifyListeners({ log }, listeners, next);
    } catch (error) {
      // A process that ends closes its stores while a read is under way.
      if (!signal.aborted) log.warn({ err: error, entity }, 'config reload failed');
    }
  };
  let reading: Promise<void> = Promise.resolve();
  // Reads run one after the other: an earlier read that ends later would restore an old value.
  const enqueueRefresh = (isAnnounced: boolean): Promise<void> =>
    (reading = reading.then(() => refresh(isAnnounced)));
  const reload = (): Promise<void> => enqueueRefresh(true);
  const reloadSoon = async (): Promise<void> => {
    if (isReloadDue) return;
    isReloadDue = true;
    if (!isReady) return;
    await clock.wait(DEBOUNCE_MS, signal);
    isReloadDue = false;
    if (!signal.aborted) await reload();
  };
  // Subscribed before the first read: a change announced during that read causes another one.
  for (const one of [entity].flat()) bus.subscribe(subjects.config(one), () => void reloadSoon(), { signal });
  let current = await read();
  isReady = true;
  if (isReloadDue) {
    isReloadDue = false;
    void reloadSoon();
  }
  clock.every(REFRESH_MS, () => enqueueRefresh(false), signal);
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
