import {
  byCause,
  INCIDENT_GAP_SECONDS,
  type IncidentPart,
} from '#schemas/alerting/incident/group-incidents.ts';
import { placeOfIncident } from '#schemas/alerting/incident/incident-place.ts';
import { severities, type Severity } from '#schemas/alerting/severity.ts';

/** An incident as it is stored: times in seconds since 1970. */
export interface StoredIncident {
  readonly start: number;
  readonly until: number;
  readonly alarms: number;
  readonly elements: readonly number[];
  /** `<alarm>:<element>` and the start of each alarm that runs. */
  readonly running: readonly (readonly [string, number])[];
  readonly main: IncidentPart;
  readonly severity: Severity;
}

/** Longer than an engine is behind its windows. */
const LATE_SECONDS = 86_400;

const keyOf = ({ alarm, element }: Pick<IncidentPart, 'alarm' | 'element'>): string =>
  `${String(alarm)}:${String(element)}`;

const isWorse = (one: Severity, other: Severity): boolean =>
  severities.indexOf(one) < severities.indexOf(other);

/**
 * The newest incident of a place as its events come. The same as the last one of `groupIncidents`, which a property test compares, for
 * events in the order of their time.
 */
export class OpenIncident {
  #start: number;
  #until: number;
  #alarms: number;
  readonly #elements: Set<number>;
  readonly #running: Map<string, number>;
  #main: IncidentPart;
  #severity: Severity;

  constructor({ start, until, alarms, elements, running, main, severity }: StoredIncident) {
    this.#start = start;
    this.#until = until;
    this.#alarms = alarms;
    this.#elements = new Set(elements);
    this.#running = new Map(running);
    this.#main = main;
    this.#severity = severity;
  }

  static begin(part: IncidentPart): OpenIncident {
    const { start, element, severity } = part;
    return new OpenIncident({
      start,
      until: start,
      alarms: 1,
      elements: [element],
      running: [[keyOf(part), start]],
      main: part,
      severity,
    });
  }

  /** As in history: `<site>:<element, 0 at a site>:<start>`. */
  get id(): string {
    return `${placeOfIncident(this.#main)}:${String(this.#start)}`;
  }

  get start(): number {
    return this.#start;
  }

  /** Null: one of its alarms runs. */
  get end(): number | null {
    return this.#running.size > 0 ? null : this.#until;
  }

  get alarms(): number {
    return this.#alarms;
  }

  get elements(): number {
    return this.#elements.size;
  }

  /** The worst that one of its alarms had. */
  get severity(): Severity {
    return this.#severity;
  }

  get main(): IncidentPart {
    return this.#main;
  }

  /** Whether an alarm runs in it. */
  isRunning(part: Pick<IncidentPart, 'alarm' | 'element'>): boolean {
    return this.#running.has(keyOf(part));
  }

  /** Whether an alarm that is raised at a time belongs to it. */
  has(start: number): boolean {
    return this.#running.size > 0 || start <= this.#until + INCIDENT_GAP_SECONDS;
  }

  /** Whether nothing that is stored from a time on can belong to it any more. */
  isOver(now: number): boolean {
    return this.#running.size === 0 && now > this.#until + INCIDENT_GAP_SECONDS + LATE_SECONDS;
  }

  /** Returns whether none of its alarms was as severe before. */
  raise(part: IncidentPart): boolean {
    this.#start = Math.min(this.#start, part.start);
    this.#until = Math.max(this.#until, part.start);
    this.#alarms += 1;
    this.#elements.add(part.element);
    this.#running.set(keyOf(part), part.start);
    if (byCause(part, this.#main) < 0) this.#main = part;
    return this.#worsen(part.severity);
  }

  /** A change of the severity of an alarm that runs. Returns what `raise` does. */
  change(part: Pick<IncidentPart, 'alarm' | 'element' | 'kpi' | 'site' | 'severity'>): boolean {
    const start = this.#running.get(keyOf(part));
    if (start === undefined) return false;
    const changed = { ...part, start, end: null };
    const isMain = keyOf(part) === keyOf(this.#main) && start === this.#main.start;
    // An alarm has the worst severity that it had.
    if (byCause(changed, this.#main) < 0 || (isMain && isWorse(part.severity, this.#main.severity)))
      this.#main = changed;
    return this.#worsen(part.severity);
  }

  /** Returns whether none of its alarms runs any more. */
  clear(part: Pick<IncidentPart, 'alarm' | 'element'>, at: number): boolean {
    if (!this.#running.delete(keyOf(part))) return false;
    this.#until = Math.max(this.#until, at);
    return this.#running.size === 0;
  }

  stored(): StoredIncident {
    return {
      start: this.#start,
      until: this.#until,
      alarms: this.#alarms,
      elements: [...this.#elements],
      running: [...this.#running],
      main: this.#main,
      severity: this.#severity,
    };
  }

  #worsen(severity: Severity): boolean {
    if (!isWorse(severity, this.#severity)) return false;
    this.#severity = severity;
    return true;
  }
}
