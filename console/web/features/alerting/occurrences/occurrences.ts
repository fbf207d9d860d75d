import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { EventDelivery, PastEvent } from '#schemas/alerting/history.ts';
import type { Severity } from '#schemas/alerting/severity.ts';
import { foldForSearch } from '#schemas/search/fold.ts';

/** An alarm on an element from its raise to its clear, as far as it lies in a period. Times are seconds since 1970. */
export interface AlarmOccurrence {
  readonly id: string;
  /** The alarm and its element: `<alarm>:<element>`. */
  readonly instance: string;
  readonly name: string;
  readonly kpi: string;
  readonly siteName: string;
  readonly elementName: string;
  /** The worst that it had in the period. */
  readonly severity: Severity;
  /** Null: raised before the period, at a time that is no longer known. */
  readonly raisedAt: number | null;
  /** Null: it ran at the end of the period. */
  readonly clearedAt: number | null;
  /** Who acknowledged it; null without one, or when it ended before the alarm. */
  readonly acknowledgedBy: string | null;
  /** To whom it is assigned, or was when it cleared; null: to no one. */
  readonly assignedTo: string | null;
  /** Who was notified of its raise, its changes and its clear, each target once with its last outcome. */
  readonly notified: readonly EventDelivery[];
  /** Raises of this alarm on this element in the period. */
  readonly raises: number;
}

/** An alarm that ran at the start of the period. */
type RunningBefore = Pick<
  AlarmRow,
  | 'alarm'
  | 'element'
  | 'name'
  | 'kpi'
  | 'siteName'
  | 'elementName'
  | 'severity'
  | 'since'
  | 'acknowledged'
  | 'assigned'
>;

interface PeriodEvents {
  readonly running: readonly RunningBefore[];
  /** In any order. */
  readonly events: readonly PastEvent[];
}

type Subject = Pick<
  PastEvent,
  'alarm' | 'element' | 'name' | 'kpi' | 'siteName' | 'elementName' | 'severity'
>;
type Draft = { -readonly [Key in Exclude<keyof AlarmOccurrence, 'raises'>]: AlarmOccurrence[Key] };

export const severityRank: Readonly<Record<Severity, number>> = { critical: 0, major: 1, minor: 2 };

/**
 * Order of the events of a window: a changed definition clears and raises an alarm, and an acknowledgement follows the window that
 * it names.
 */
const order: Readonly<Record<PastEvent['edge'], number>> = {
  change: 0,
  clear: 1,
  raise: 2,
  acknowledge: 3,
  unacknowledge: 4,
  assign: 5,
  unassign: 6,
};

const instanceOf = ({ alarm, element }: Pick<Subject, 'alarm' | 'element'>): string =>
  `${String(alarm)}:${String(element)}`;

const targetOf = ({ kind, target }: EventDelivery): string => `${kind} ${target ?? ''}`;

/** A later outcome replaces the earlier one of the same target. */
const withDeliveries = (known: readonly EventDelivery[], added: readonly EventDelivery[]) =>
  added.length === 0
    ? known
    : [...new Map([...known, ...added].map((each) => [targetOf(each), each])).values()];

class Pairing {
  readonly drafts: Draft[] = [];
  readonly raises = new Map<string, number>();
  readonly #running = new Map<string, Draft>();

  begin(of: Subject, raisedAt: number | null): Draft {
    const { name, kpi, siteName, elementName, severity } = of;
    const instance = instanceOf(of);
    const draft: Draft = {
      ...{ id: `${instance}:${String(raisedAt ?? 0)}`, instance, name, kpi, siteName, elementName, severity },
      ...{ raisedAt, clearedAt: null, acknowledgedBy: null, assignedTo: null, notified: [] },
    };
    this.drafts.push(draft);
    this.#running.set(instance, draft);
    return draft;
  }

  /** The running occurrence; one whose raise is not known began before the period. */
  #runningOf(event: PastEvent): Draft {
    return this.#running.get(instanceOf(event)) ?? this.begin(event, null);
  }

  apply(event: PastEvent): void {
    const of = event.edge === 'raise' ? undefined : this.#runningOf(event);
    this.#applyEdge(event);
    const draft = of ?? this.#runningOf(event);
    draft.notified = withDeliveries(draft.notified, event.notified ?? []);
  }

  #applyEdge(event: PastEvent): void {
    const { edge, at, severity } = event;
    switch (edge) {
      case 'raise':
        this.#raise(event);
        return;
      case 'clear':
        this.#runningOf(event).clearedAt = at;
        this.#running.delete(instanceOf(event));
        return;
      case 'change': {
        const changed = this.#runningOf(event);
        if (severityRank[severity] < severityRank[changed.severity]) changed.severity = severity;
        return;
      }
      case 'acknowledge':
      case 'unacknowledge':
      case 'assign':
      case 'unassign':
        this.#handle(event);
    }
  }

  /** Acknowledgements and assignments, and their ends. */
  #handle(event: PastEvent): void {
    const draft = this.#runningOf(event);
    if (event.edge === 'acknowledge') draft.acknowledgedBy = event.by ?? '';
    if (event.edge === 'unacknowledge') draft.acknowledgedBy = null;
    if (event.edge === 'assign') draft.assignedTo = event.assignee ?? '';
    if (event.edge === 'unassign') draft.assignedTo = null;
  }

  /** A raise without a clear before it ends the earlier occurrence. */
  #raise(event: PastEvent): void {
    const instance = instanceOf(event);
    const before = this.#running.get(instance);
    if (before !== undefined) before.clearedAt = event.at;
    this.raises.set(instance, (this.raises.get(instance) ?? 0) + 1);
    this.begin(event, event.at);
  }
}

/** Pairs the raises and clears of a period with the alarms that ran at its start: the newest occurrence first. */
export function occurrencesOf({ running, events }: PeriodEvents): readonly AlarmOccurrence[] {
  const pairing = new Pairing();
  for (const alarm of running) {
    const draft = pairing.begin(alarm, alarm.since);
    draft.acknowledgedBy = alarm.acknowledged?.by ?? null;
    draft.assignedTo = alarm.assigned?.to.name ?? null;
  }
  const inOrder = events.toSorted((a, b) => a.at - b.at || order[a.edge] - order[b.edge]);
  for (const event of inOrder) pairing.apply(event);
  return pairing.drafts
    .map((draft) => ({ ...draft, raises: pairing.raises.get(draft.instance) ?? 0 }))
    .sort((a, b) => (b.raisedAt ?? 0) - (a.raisedAt ?? 0));
}

/** Seconds from the raise to the clear, or to `end` while it runs; null if the raise is not known. */
export const secondsOf = ({ raisedAt, clearedAt }: AlarmOccurrence, end: number): number | null =>
  raisedAt === null ? null : Math.max(0, (clearedAt ?? end) - raisedAt);

export function filterOccurrences(
  occurrences: readonly AlarmOccurrence[],
  filter: { readonly severity: readonly Severity[]; readonly text: string | undefined },
): readonly AlarmOccurrence[] {
  const words = foldForSearch(filter.text ?? '')
    .split(/\s+/)
    .filter(Boolean);
  return occurrences.filter(({ severity, name, siteName, elementName, kpi }) => {
    if (filter.severity.length > 0 && !filter.severity.includes(severity)) return false;
    if (words.length === 0) return true;
    const text = foldForSearch(`${name} ${siteName} ${elementName} ${kpi}`);
    return words.every((word) => text.includes(word));
  });
}

export function countOccurrences(occurrences: readonly AlarmOccurrence[]): Record<Severity, number> {
  const counts = { critical: 0, major: 0, minor: 0 };
  for (const { severity } of occurrences) counts[severity] += 1;
  return counts;
}
