import type { Silenced } from '#schemas/alerting/mark.ts';
import { silenceAppliesTo, type SilenceTarget } from '#schemas/silence/rules.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import type { AlarmEvent } from './event-row.ts';
import type { AlarmInstances, Transition } from './alarm-instances.ts';
import type { Evaluator } from './evaluator.ts';
import { silenceEvent, type SilenceFact } from './silence-event.ts';
import { SilencePeriodFinder, silencedMark, type SilencePeriods } from './silence-periods.ts';

/** Silences that apply from the window that starts at `from`, milliseconds. */
interface PlannedSilences {
  readonly from: number;
  /** Their maintenance applies to samples from this time on, milliseconds; to none if undefined. */
  readonly samplesFrom?: number;
  readonly silences: readonly Silence[];
}

/** A silence of a running alarm whose start was emitted. */
interface SilencedInstance {
  readonly alarm: number;
  readonly element: number;
  /** Start of the window that raised it, seconds. */
  readonly since: number;
  readonly silenced: Silenced;
}

/** Plain values, kept with the checkpoint. */
export interface SilencedState {
  readonly silences: readonly Silence[];
  readonly planned: readonly PlannedSilences[];
  readonly silenced: readonly SilencedInstance[];
}

interface Window {
  readonly start: number;
  readonly length: number;
}

/**
 * An alarm that ran in a window, which may have cleared it. `since`: start of the window that raised it,
 * seconds.
 */
interface RanInstance {
  readonly instances: AlarmInstances;
  readonly slot: number;
  readonly since: number;
}

/** The window that closes, milliseconds since 1970. */
interface ClosingWindow {
  readonly start: number;
  readonly end: number;
  readonly periods: readonly SilencePeriods[];
}

interface SilenceChanges {
  readonly facts: readonly SilenceFact[];
  /** Silences still active at the end of the window. */
  readonly active: readonly Silenced[];
}

/** Alarms checked per step. */
const ALARMS_PER_STEP = 1_024;

/**
 * Which silences are active for running alarms, window by window. An alarm runs from the end of the window
 * that raised it to the end of the window that clears it. Each silence that is active in between, however
 * short, emits its start and end in the window they fall into, at their own times and independent of the
 * clock. The silences are part of the state, like a configuration: a replay uses those that were known the
 * first time.
 */
export class SilencedAlarms {
  #silences: readonly Silence[] = [];
  #planned: readonly PlannedSilences[] = [];
  #silenced = new Map<string, readonly SilencedInstance[]>();
  #periods = new SilencePeriodFinder();

  /** Returns whether anything changed; the state must then be stored before another window closes. */
  plan(
    silences: readonly Silence[],
    { from, samplesFrom = Infinity }: Pick<PlannedSilences, 'from' | 'samplesFrom'>,
  ): boolean {
    const last = this.#planned.at(-1);
    if (JSON.stringify(last?.silences ?? this.#silences) === JSON.stringify(silences)) return false;
    const begins = Math.max(from, last?.from ?? 0);
    this.#planned = [
      ...this.#planned.filter((one) => one.from < begins),
      { from: begins, samplesFrom, silences },
    ];
    return true;
  }

  /** Returns the silences whose maintenance applies to samples of a time, milliseconds since 1970. */
  silencesForSamplesAt(time: number): readonly Silence[] {
    return (
      this.#planned.findLast(({ samplesFrom = Infinity }) => samplesFrom <= time)?.silences ?? this.#silences
    );
  }

  /** Whether there is any silence at all. */
  get hasAny(): boolean {
    return this.#silences.length + this.#planned.length + this.#silenced.size > 0;
  }

  /** Yields the events of a decided window, and undefined between steps; `cleared`: the alarms it cleared. */
  *closeWindow(
    evaluator: Evaluator,
    window: Window,
    cleared: readonly Transition[],
  ): Generator<AlarmEvent | undefined> {
    const start = window.start * 1_000;
    this.#activateDue(start);
    const end = start + window.length * 1_000;
    const closing = { start, end, periods: this.#periods.find(this.#silences, { start, end }) };
    if (closing.periods.length === 0 && this.#silenced.size === 0) return;
    const before = this.#silenced;
    const active = new Map<string, readonly SilencedInstance[]>();
    let seen = 0;
    for (const { ran, runs } of ranInstances(evaluator, cleared)) {
      seen += 1;
      if (seen % ALARMS_PER_STEP === 0) yield undefined;
      const { alarm, element } = idsOf(ran);
      const key = `${String(alarm)}:${String(element)}`;
      const known = before.get(key)?.filter(({ since }) => since === ran.since) ?? [];
      const changes = silenceChangesOf(ran, closing, known);
      for (const fact of changes.facts) yield silenceEvent(ran, fact, window);
      if (runs && changes.active.length > 0)
        active.set(
          key,
          changes.active.map((silenced) => ({ alarm, element, since: ran.since, silenced })),
        );
    }
    this.#silenced = active;
  }

  state(): SilencedState {
    return {
      silences: this.#silences,
      planned: this.#planned,
      silenced: [...this.#silenced.values()].flat(),
    };
  }

  restore({ silences, planned, silenced }: SilencedState): void {
    this.#silences = silences;
    this.#planned = planned;
    this.#silenced = Map.groupBy(silenced, ({ alarm, element }) => `${String(alarm)}:${String(element)}`);
    this.#periods = new SilencePeriodFinder();
  }

  #activateDue(startMs: number): void {
    const due = this.#planned.findLast(({ from }) => from <= startMs);
    if (due === undefined) return;
    this.#silences = due.silences;
    this.#planned = this.#planned.filter(({ from }) => from > startMs);
  }
}

function* ranInstances(
  evaluator: Evaluator,
  cleared: readonly Transition[],
): Generator<{ readonly ran: RanInstance; readonly runs: boolean }> {
  for (const { instances, slot } of evaluator.runningInstances())
    yield { ran: { instances, slot, since: instances.since[slot] ?? 0 }, runs: true };
  for (const { instances, slot, since } of cleared) yield { ran: { instances, slot, since }, runs: false };
}

const idsOf = ({ instances: { alarm, elements }, slot }: RanInstance) => ({
  alarm: alarm.id,
  element: elements.ids[slot] ?? 0,
});

function silenceTargetOf({ instances, slot }: RanInstance): SilenceTarget {
  const { alarm, elements } = instances;
  const element = elements.ids[slot] ?? 0;
  return {
    customer: elements.customers[slot] ?? 0,
    alarm: alarm.id,
    severity: instances.severity(slot),
    site: elements.sites[slot] ?? 0,
    element,
    // Silences that name devices were expanded to the elements of these devices (`silences-of-partition.ts`).
    device: element,
  };
}

/** The silences that start and end for an alarm in a window, by time; `before`: those active before it. */
function silenceChangesOf(
  ran: RanInstance,
  closing: ClosingWindow,
  before: readonly SilencedInstance[],
): SilenceChanges {
  const target = silenceTargetOf(ran);
  const concerned = closing.periods.filter(({ silence }) => silenceAppliesTo(silence, target));
  const facts: SilenceFact[] = [];
  const active: Silenced[] = [];
  const open = new Set(before.map(({ silenced }) => silenced));
  for (const { silence, periods } of concerned)
    for (const { from, until } of periods) {
      const silenced = silencedMark(silence, until);
      const outlasts = until > closing.end;
      const known = from <= closing.start ? [...open].find((one) => one.silence === silence.id) : undefined;
      if (known !== undefined) open.delete(known);
      // A silence that ended before the end of the raising window never applied to the alarm.
      else if (isNew(ran, closing) && !outlasts) continue;
      else facts.push({ edge: 'silence', silenced, happened: startOf(ran, closing, from) });
      if (outlasts) active.push(silenced);
      else facts.push({ edge: 'unsilence', silenced, happened: until });
    }
  // Deleted, or no longer matching this alarm: the exact time is unknown.
  for (const silenced of open) facts.push({ edge: 'unsilence', silenced, happened: closing.end });
  return { facts: facts.sort((a, b) => a.happened - b.happened), active };
}

const isNew = ({ since }: RanInstance, { start }: ClosingWindow): boolean => since * 1_000 === start;

const startOf = (ran: RanInstance, closing: ClosingWindow, from: number): number =>
  isNew(ran, closing) ? closing.end : Math.max(from, closing.start);
