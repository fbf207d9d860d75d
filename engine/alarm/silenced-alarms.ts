import type { Silenced } from '#schemas/alerting/mark.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import { SilencesNow } from '../live/silences-now.ts';
import type { AlarmEvent } from './event-row.ts';
import type { AlarmInstances } from './alarm-instances.ts';
import type { Evaluator } from './evaluator.ts';
import { silenceEvent } from './silence-event.ts';

/** Silences that are looked at from the window on that starts at `from`, milliseconds. */
interface Planned {
  readonly from: number;
  /** Samples from this time on, in milliseconds, are read by their maintenance; absent from checkpoints of earlier versions. */
  readonly reads?: number;
  readonly silences: readonly Silence[];
}

interface Quiet {
  readonly alarm: number;
  readonly element: number;
  /** Start of the window that raised it, seconds. */
  readonly since: number;
  readonly silenced: Silenced;
}

/** Plain values, kept with the checkpoint. */
export interface SilencedState {
  readonly silences: readonly Silence[];
  readonly planned: readonly Planned[];
  readonly quiet: readonly Quiet[];
}

interface Window {
  readonly start: number;
  readonly length: number;
}

/** Alarms looked at between two steps. */
const AT_A_STEP = 1_024;

/**
 * For which running alarms a silence holds, window by window: whether one holds when a window ends is decided when it closes, by
 * the time of the window and no clock. The silences are part of the state, as a configuration is: a replay decides by those
 * that were known the first time.
 */
export class SilencedAlarms {
  #silences: readonly Silence[] = [];
  #planned: readonly Planned[] = [];
  #quiet = new Map<string, Quiet>();
  #now = new SilencesNow();

  /** Whether anything changes; the state must then be stored before another window closes. */
  plan(silences: readonly Silence[], { from, reads = Infinity }: Pick<Planned, 'from' | 'reads'>): boolean {
    const last = this.#planned.at(-1);
    if (JSON.stringify(last?.silences ?? this.#silences) === JSON.stringify(silences)) return false;
    const begins = Math.max(from, last?.from ?? 0);
    this.#planned = [...this.#planned.filter((one) => one.from < begins), { from: begins, reads, silences }];
    return true;
  }

  /** The silences whose maintenance concerns samples of a time, milliseconds since 1970. */
  readingAt(time: number): readonly Silence[] {
    return this.#planned.findLast(({ reads = Infinity }) => reads <= time)?.silences ?? this.#silences;
  }

  /** The events of a window that was decided, with undefined between its steps. */
  *closed(evaluator: Evaluator, window: Window): Generator<AlarmEvent | undefined> {
    this.#changeOver(window.start * 1_000);
    const now = this.#now.at(this.#silences, (window.start + window.length) * 1_000);
    if (!now.any && this.#quiet.size === 0) return;
    const before = this.#quiet;
    const quiet = new Map<string, Quiet>();
    let looked = 0;
    for (const running of evaluator.running()) {
      looked += 1;
      if (looked % AT_A_STEP === 0) yield undefined;
      const { silenced, ...one } = quietOf(running, now.of);
      const known = before.get(keyOf(one));
      if (silenced !== undefined) quiet.set(keyOf(one), { ...one, silenced });
      const change = changeOf(known?.since === one.since ? known.silenced : undefined, silenced);
      if (change !== undefined) yield silenceEvent(running, { ...change, ...window });
    }
    this.#quiet = quiet;
  }

  state(): SilencedState {
    return { silences: this.#silences, planned: this.#planned, quiet: [...this.#quiet.values()] };
  }

  restore({ silences, planned, quiet }: SilencedState): void {
    this.#silences = silences;
    this.#planned = planned;
    this.#quiet = new Map(quiet.map((one) => [keyOf(one), one]));
    this.#now = new SilencesNow();
  }

  #changeOver(startMs: number): void {
    const due = this.#planned.findLast(({ from }) => from <= startMs);
    if (due === undefined) return;
    this.#silences = due.silences;
    this.#planned = this.#planned.filter(({ from }) => from > startMs);
  }
}

const keyOf = ({ alarm, element }: Pick<Quiet, 'alarm' | 'element'>): string =>
  `${String(alarm)}:${String(element)}`;

/** That another silence holds instead is told by its beginning alone. */
function changeOf(
  was: Silenced | undefined,
  is: Silenced | undefined,
): { readonly edge: 'silence' | 'unsilence'; readonly silenced: Silenced } | undefined {
  if (was?.silence === is?.silence) return undefined;
  if (is !== undefined) return { edge: 'silence', silenced: is };
  return was && { edge: 'unsilence', silenced: was };
}

type Running = { readonly instances: AlarmInstances; readonly slot: number };

function quietOf(
  { instances, slot }: Running,
  of: ReturnType<SilencesNow['at']>['of'],
): Omit<Quiet, 'silenced'> & { readonly silenced: Silenced | undefined } {
  const { alarm, elements } = instances;
  const element = elements.ids[slot] ?? 0;
  const silenced = of({
    customer: elements.customers[slot] ?? 0,
    alarm: alarm.id,
    severity: alarm.severity,
    site: elements.sites[slot] ?? 0,
    element,
    // What silences say of devices says the elements of these by name (`own-silences.ts`).
    device: element,
  });
  return { alarm: alarm.id, element, since: instances.since[slot] ?? 0, silenced };
}
