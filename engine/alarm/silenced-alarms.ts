import type { Silenced } from '#schemas/alerting/mark.ts';
import { concerns } from '#schemas/silence/rules.ts';
import type { SilenceTarget } from '#schemas/silence/rules.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import type { AlarmEvent } from './event-row.ts';
import type { AlarmInstances, Edge } from './alarm-instances.ts';
import type { Evaluator } from './evaluator.ts';
import { silenceEvent } from './silence-event.ts';
import type { SilenceFact } from './silence-event.ts';
import { SilencesWithin, silencedBy } from './silence-periods.ts';
import type { SilencePeriods } from './silence-periods.ts';

/** Silences that are looked at from the window on that starts at `from`, milliseconds. */
interface Planned {
  readonly from: number;
  /** Samples from this time on, in milliseconds, are read by their maintenance; absent from checkpoints of earlier versions. */
  readonly reads?: number;
  readonly silences: readonly Silence[];
}

/** A silence that holds for a running alarm, as was told. */
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

/** An alarm that ran in a window; it may have cleared with it. `since`: start of the window that raised it, seconds. */
interface Ran {
  readonly instances: AlarmInstances;
  readonly slot: number;
  readonly since: number;
}

/** The window that closes, milliseconds since 1970. */
interface Looked {
  readonly start: number;
  readonly end: number;
  readonly within: readonly SilencePeriods[];
}

interface Told {
  readonly facts: readonly SilenceFact[];
  /** What holds beyond the end of the window. */
  readonly holds: readonly Silenced[];
}

/** Alarms looked at between two steps. */
const AT_A_STEP = 1_024;

/**
 * Which silences hold for running alarms, window by window. An alarm runs from the end of the window that raised it to that of the
 * one that clears it; each silence that holds for it meanwhile, however short, has its beginning and its end in the events of
 * the window that they lie in, by their own times and no clock. The silences are part of the state, as a configuration is: a
 * replay decides by those that were known the first time.
 */
export class SilencedAlarms {
  #silences: readonly Silence[] = [];
  #planned: readonly Planned[] = [];
  #quiet = new Map<string, readonly Quiet[]>();
  #within = new SilencesWithin();

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

  /** Whether there is any silence at all. */
  get any(): boolean {
    return this.#silences.length + this.#planned.length + this.#quiet.size > 0;
  }

  /** The events of a window that was decided, with undefined between its steps; `cleared`: the alarms that it cleared. */
  *closed(evaluator: Evaluator, window: Window, cleared: readonly Edge[]): Generator<AlarmEvent | undefined> {
    const start = window.start * 1_000;
    this.#changeOver(start);
    const end = start + window.length * 1_000;
    const looked = { start, end, within: this.#within.of(this.#silences, { start, end }) };
    if (looked.within.length === 0 && this.#quiet.size === 0) return;
    const before = this.#quiet;
    const quiet = new Map<string, readonly Quiet[]>();
    let seen = 0;
    for (const { ran, runs } of allOf(evaluator, cleared)) {
      seen += 1;
      if (seen % AT_A_STEP === 0) yield undefined;
      const { alarm, element } = placeOf(ran);
      const key = `${String(alarm)}:${String(element)}`;
      const known = before.get(key)?.filter(({ since }) => since === ran.since) ?? [];
      const { facts, holds } = toldOf(ran, looked, known);
      for (const fact of facts) yield silenceEvent(ran, fact, window);
      if (runs && holds.length > 0)
        quiet.set(
          key,
          holds.map((silenced) => ({ alarm, element, since: ran.since, silenced })),
        );
    }
    this.#quiet = quiet;
  }

  state(): SilencedState {
    return { silences: this.#silences, planned: this.#planned, quiet: [...this.#quiet.values()].flat() };
  }

  restore({ silences, planned, quiet }: SilencedState): void {
    this.#silences = silences;
    this.#planned = planned;
    this.#quiet = Map.groupBy(quiet, ({ alarm, element }) => `${String(alarm)}:${String(element)}`);
    this.#within = new SilencesWithin();
  }

  #changeOver(startMs: number): void {
    const due = this.#planned.findLast(({ from }) => from <= startMs);
    if (due === undefined) return;
    this.#silences = due.silences;
    this.#planned = this.#planned.filter(({ from }) => from > startMs);
  }
}

function* allOf(
  evaluator: Evaluator,
  cleared: readonly Edge[],
): Generator<{ readonly ran: Ran; readonly runs: boolean }> {
  for (const { instances, slot } of evaluator.running())
    yield { ran: { instances, slot, since: instances.since[slot] ?? 0 }, runs: true };
  for (const { instances, slot, since } of cleared) yield { ran: { instances, slot, since }, runs: false };
}

const placeOf = ({ instances: { alarm, elements }, slot }: Ran) => ({
  alarm: alarm.id,
  element: elements.ids[slot] ?? 0,
});

function targetOf({ instances: { alarm, elements }, slot }: Ran): SilenceTarget {
  const element = elements.ids[slot] ?? 0;
  return {
    customer: elements.customers[slot] ?? 0,
    alarm: alarm.id,
    severity: alarm.severity,
    site: elements.sites[slot] ?? 0,
    element,
    // What silences say of devices says the elements of these by name (`own-silences.ts`).
    device: element,
  };
}

/** What begins and ends for an alarm in a window, in the order of time; `known`: what was told to hold before it. */
function toldOf(ran: Ran, looked: Looked, known: readonly Quiet[]): Told {
  const target = targetOf(ran);
  const concerned = looked.within.filter(({ silence }) => concerns(silence, target));
  const facts: SilenceFact[] = [];
  const holds: Silenced[] = [];
  const open = new Set(known.map(({ silenced }) => silenced));
  for (const { silence, periods } of concerned)
    for (const { from, until } of periods) {
      const silenced = silencedBy(silence, until);
      const outlasts = until > looked.end;
      const told = from <= looked.start ? [...open].find((one) => one.silence === silence.id) : undefined;
      if (told !== undefined) open.delete(told);
      // What is over before the end of the window that raised it never held for it.
      else if (isNew(ran, looked) && !outlasts) continue;
      else facts.push({ edge: 'silence', silenced, happened: beginOf(ran, looked, from) });
      if (outlasts) holds.push(silenced);
      else facts.push({ edge: 'unsilence', silenced, happened: until });
    }
  // Taken away, or not of this alarm any more: nobody tells when.
  for (const silenced of open) facts.push({ edge: 'unsilence', silenced, happened: looked.end });
  return { facts: facts.sort((a, b) => a.happened - b.happened), holds };
}

const isNew = ({ since }: Ran, { start }: Looked): boolean => since * 1_000 === start;

const beginOf = (ran: Ran, looked: Looked, from: number): number =>
  isNew(ran, looked) ? looked.end : Math.max(from, looked.start);
