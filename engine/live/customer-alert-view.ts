import { alertCountsOf, definitionCountsOf } from '#schemas/alerting/counts.ts';
import { severities, type Severity } from '#schemas/alerting/severity.ts';
import type { AlarmRow, AlertState, DecidedWindow, SiteAlert } from '#schemas/alerting/alert.ts';
import type { AlertDelta, CountDelta } from '#schemas/socket/live.ts';
import type { Steps } from '#platform/clock/steps.ts';
import type { Marks } from './alarm-marks.ts';

/** Rows handled per step. */
const ROWS_PER_STEP = 2_000;

/** Yields the values, and undefined between steps. */
function* inSteps<Value>(values: Iterable<Value>): Generator<Value | undefined> {
  let count = 0;
  for (const value of values) {
    yield value;
    count += 1;
    if (count % ROWS_PER_STEP === 0) yield undefined;
  }
}

/** Rows per delta: a storm is split into several messages, none of which blocks a browser. */
const ROWS_PER_DELTA = 200;
/**
 * Maximum number of rows, removals and sites per round: 5 ms of CPU. What remains waits for the next round, and several changes of a row
 * are sent once.
 */
const MAX_ROWS_PER_ROUND = 1_000;

const worst = (a: Severity | null, b: Severity): Severity =>
  a === null || severities.indexOf(b) < severities.indexOf(a) ? b : a;

function sitesOf(rows: Iterable<AlarmRow>): Map<number, SiteAlert> {
  const sites = new Map<number, SiteAlert>();
  for (const { site, severity } of rows) {
    // A cluster has no site.
    if (site === 0) continue;
    const known = sites.get(site);
    sites.set(site, {
      site,
      severity: worst(known?.severity ?? null, severity),
      alarms: (known?.alarms ?? 0) + 1,
    });
  }
  return sites;
}

const sameMarks = (row: AlarmRow, { acknowledged, silenced, assigned }: Marks): boolean =>
  JSON.stringify([row.acknowledged, row.silenced, row.assigned]) ===
  JSON.stringify([acknowledged, silenced, assigned]);

/** Changes since the last delta; later values replace earlier ones. */
interface PendingChanges {
  readonly set: Map<string, AlarmRow>;
  readonly remove: Set<string>;
  readonly sites: Map<number, SiteAlert>;
}
const noChanges = (): PendingChanges => ({ set: new Map(), remove: new Set(), sites: new Map() });

/** Age of what a view shows. */
export interface DataTime {
  /** Time of the newest sample, milliseconds. */
  readonly at: number;
  /** The newest window decided by every pipeline. */
  readonly window?: DecidedWindow | undefined;
}

/**
 * The running alarms of one customer, and the numbered deltas that take a screen from one state to the next.
 */
export class CustomerAlertView {
  readonly #customer: number;
  readonly #epoch: string;
  readonly #seq = { alert: 0, count: 0 };
  #time: DataTime = { at: 0 };
  #rows = new Map<string, AlarmRow>();
  #sites = new Map<number, SiteAlert>();
  readonly #pending = noChanges();
  #hasPending = false;
  /** Of the rows; undefined when they have changed since. */
  #counted: Pick<AlertState, 'counts' | 'byAlarm'> | undefined;
  /** Whether a delta has them: the first round of a change, whose counts are those of all. */
  #isCountReported = false;

  constructor(customer: number, epoch: string) {
    this.#customer = customer;
    this.#epoch = epoch;
  }

  *showSteps(rows: Map<string, AlarmRow>, time: DataTime): Steps {
    yield* this.#changeRowsSteps(rows);
    this.#changeSites(sitesOf(rows.values()));
    this.#rows = rows;
    this.#counted = undefined;
    this.#isCountReported = false;
    this.#time = time;
    this.#hasPending = true;
  }

  *#changeRowsSteps(rows: ReadonlyMap<string, AlarmRow>): Steps {
    const { set, remove } = this.#pending;
    for (const id of inSteps(this.#rows.keys()))
      if (id === undefined) yield undefined;
      else if (!rows.has(id)) {
        remove.add(id);
        set.delete(id);
      }
    for (const entry of inSteps(rows))
      if (entry === undefined) yield undefined;
      else {
        set.set(...entry);
        remove.delete(entry[0]);
      }
  }

  #changeSites(now: Map<number, SiteAlert>): void {
    const { sites } = this.#pending;
    for (const site of this.#sites.keys())
      if (!now.has(site)) sites.set(site, { site, severity: null, alarms: 0 });
    for (const [site, alert] of now) {
      const before = this.#sites.get(site);
      if (before?.severity !== alert.severity || before.alarms !== alert.alarms) sites.set(site, alert);
    }
    this.#sites = now;
  }

  /** Updates the marks of a running alarm. Nothing is published without a change. */
  refreshMarks(id: string, marks: Marks): void {
    const row = this.#rows.get(id);
    if (row === undefined || sameMarks(row, marks)) return;
    const { acknowledged: _, silenced: __, assigned: ___, ...bare } = row;
    const marked = { ...bare, ...marks };
    this.#rows.set(id, marked);
    this.#counted = undefined;
    this.#isCountReported = false;
    this.#pending.set.set(id, marked);
    this.#hasPending = true;
  }

  /** Forgets the changes that no delta has reported: the state contains them. */
  dropPending(): void {
    const { set, remove, sites } = this.#pending;
    for (const changes of [set, remove, sites]) changes.clear();
    this.#hasPending = false;
  }

  /** Whether there are changes left for the next call of `takeDeltas`. */
  get hasPending(): boolean {
    return this.#hasPending;
  }

  /**
   * Returns the deltas since the last call, in order, with a limited number of rows. After each window there
   * is at least one, since the age of the data changes.
   */
  takeDeltas(): { readonly alert: readonly AlertDelta[]; readonly count: readonly CountDelta[] } {
    if (!this.#hasPending) return { alert: [], count: [] };
    const { set, remove, sites } = this.#pending;
    const rows = [...set.values().take(MAX_ROWS_PER_ROUND)];
    for (const { id } of rows) set.delete(id);
    const removed = [...remove.values().take(MAX_ROWS_PER_ROUND)];
    for (const id of removed) remove.delete(id);
    const changed = [...sites.values().take(MAX_ROWS_PER_ROUND)];
    for (const { site } of changed) sites.delete(site);
    this.#hasPending = set.size + remove.size + sites.size > 0;
    const { counts, byAlarm } = this.#countRows();
    const alert = [
      this.#alert({
        counts,
        ...filled('sites', changed),
        ...filled('remove', removed),
        ...filled('set', rows.slice(0, ROWS_PER_DELTA)),
      }),
    ];
    for (let from = ROWS_PER_DELTA; from < rows.length; from += ROWS_PER_DELTA)
      alert.push(this.#alert({ set: rows.slice(from, from + ROWS_PER_DELTA) }));
    if (this.#isCountReported) return { alert, count: [] };
    this.#isCountReported = true;
    this.#seq.count += 1;
    return { alert, count: [{ ...this.#position(this.#seq.count), counts, byAlarm }] };
  }

  /**
   * Returns the whole state at the position of the last delta; call `takeDeltas` first. Pending changes are
   * included and may be sent again.
   */
  state(): AlertState {
    return {
      customer: this.#customer,
      epoch: this.#epoch,
      seq: { ...this.#seq },
      ...this.#dataTime(),
      ...this.#countRows(),
      sites: [...this.#sites.values()],
      alarms: [...this.#rows.values()],
    };
  }

  /** Counted once per change: a storm is published in many rounds. */
  #countRows(): Pick<AlertState, 'counts' | 'byAlarm'> {
    this.#counted ??= {
      counts: alertCountsOf(this.#rows.values()),
      byAlarm: definitionCountsOf(this.#rows.values()),
    };
    return this.#counted;
  }

  #alert(change: Partial<AlertDelta>): AlertDelta {
    this.#seq.alert += 1;
    return { ...this.#position(this.#seq.alert), ...change };
  }

  #position(seq: number) {
    return { epoch: this.#epoch, seq, ...this.#dataTime(), customer: this.#customer };
  }

  #dataTime() {
    const { at, window } = this.#time;
    return window === undefined ? { at } : { at, window };
  }
}

const filled = <Key extends string, Value>(key: Key, values: Value[]): { [Name in Key]?: Value[] } =>
  values.length === 0 ? {} : ({ [key]: values } as { [Name in Key]?: Value[] });
