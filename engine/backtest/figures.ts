import type { BacktestFigures } from '#schemas/cockpit/backtest.ts';
import { INCIDENT_GAP_SECONDS } from '#schemas/alerting/incident/group-incidents.ts';
import type { Severity } from '#schemas/alerting/severity.ts';
import { backtestLimits } from '#schemas/limit/backtest.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import { levelTimes, type AlarmTime } from './alarm-times.ts';

const { flapSeconds, topSites } = backtestLimits;
const MINUTE = 60;

type SiteFigures = BacktestFigures['sites'][number];
type Bucket = BacktestFigures['timeline'][number];

interface SitePlace {
  readonly customer: number;
  /** 0 for clusters, which have no site. */
  readonly site: number;
}

export const sitePlaceOf = ({ customers, sites }: ElementTable, slot: number): SitePlace => ({
  customer: customers[slot] ?? 0,
  site: sites[slot] ?? 0,
});

/** The customer is part of the key: site 0 exists for each customer. */
export const siteKey = ({ customer, site }: SitePlace): string => `${String(customer)} ${String(site)}`;

/**
 * The top `topSites` by `badness`, then by id, so that the result does not depend on the order of the data.
 */
export const worstSites = <Site extends SitePlace>(
  sites: Iterable<Site>,
  badness: (site: Site) => number,
): Site[] =>
  [...sites]
    .sort((a, b) => badness(b) - badness(a) || a.site - b.site || a.customer - b.customer)
    .slice(0, topSites);

/** Start and end of an alarm; it runs at the end of the period: infinity. */
type Span = readonly [start: number, end: number];

/** The incidents that alarms at one place are: each is raised while another one runs, or soon after the last one cleared. */
function countIncidents(spans: readonly Span[]): number {
  let count = 0;
  let until = -Infinity;
  for (const [start, end] of spans.toSorted(([a], [b]) => a - b)) {
    if (start > until + INCIDENT_GAP_SECONDS) count += 1;
    until = Math.max(until, end);
  }
  return count;
}

/** Totals the times in alarm of one rule. */
export class Figures {
  readonly #bucketSeconds: number;
  readonly #severities: { severity: Severity; reached: number; minutes: number }[];
  readonly #buckets = new Map<number, Bucket>();
  readonly #sites = new Map<string, SiteFigures>();
  readonly #spans = new Map<string, Span[]>();
  #raises = 0;
  #clears = 0;
  #flaps = 0;
  #seconds = 0;
  #elements = 0;
  #running = 0;
  #explained = 0;

  /** `levels`: those of the rule, the mildest first. */
  constructor(bucketSeconds: number, levels: readonly { readonly severity: Severity }[] = []) {
    this.#bucketSeconds = bucketSeconds;
    const several = levels.length > 1 ? levels : [];
    this.#severities = several.map(({ severity }) => ({ severity, reached: 0, minutes: 0 }));
  }

  /** Adds times sorted by element and time; those of one element arrive in one call. */
  add(
    times: readonly AlarmTime[],
    elements: ElementTable,
    isExplained: (time: AlarmTime) => boolean = () => false,
  ): void {
    this.#explained += times.filter((time) => time.raised && isExplained(time)).length;
    let before: AlarmTime | undefined;
    for (const time of times) {
      const again = before?.slot === time.slot;
      this.#count(time);
      this.#countLevels(time);
      if (again && time.raised && time.start - (before?.end ?? 0) <= flapSeconds) this.#flaps += 1;
      if (!again) this.#elements += 1;
      this.#addSite(time, elements, !again);
      this.#addSpan(time, elements);
      before = time;
    }
  }

  total(): BacktestFigures {
    return {
      raises: this.#raises,
      clears: this.#clears,
      flaps: this.#flaps,
      minutes: this.#seconds / MINUTE,
      elements: this.#elements,
      running: this.#running,
      explained: this.#explained,
      incidents: this.#spans.values().reduce((sum, spans) => sum + countIncidents(spans), 0),
      severities: this.#severities.map((one) => ({ ...one })),
      sites: worstSites(this.#sites.values(), ({ minutes }) => minutes),
      timeline: [...this.#buckets.values()].sort((a, b) => a.at - b.at),
    };
  }

  #count({ start, end, raised, cleared }: AlarmTime): void {
    if (raised) this.#raises += 1;
    if (raised) this.#bucket(start).raises += 1;
    if (cleared) this.#clears += 1;
    if (cleared) this.#bucket(end).clears += 1;
    if (!cleared) this.#running += 1;
    this.#seconds += end - start;
    for (let at = start; at < end;) {
      const next = Math.min(end, (Math.floor(at / this.#bucketSeconds) + 1) * this.#bucketSeconds);
      this.#bucket(at).minutes += (next - at) / MINUTE;
      at = next;
    }
  }

  #countLevels(time: AlarmTime): void {
    for (const { level, start, end } of levelTimes(time)) {
      const figures = this.#severities[level];
      if (figures === undefined) continue;
      figures.minutes += (end - start) / MINUTE;
      if (time.steps.some((step) => step.at === start && step.level === level)) figures.reached += 1;
    }
  }

  #bucket(at: number): Bucket {
    const start = Math.floor(at / this.#bucketSeconds) * this.#bucketSeconds;
    let bucket = this.#buckets.get(start);
    if (bucket === undefined) {
      bucket = { at: start, raises: 0, clears: 0, minutes: 0 };
      this.#buckets.set(start, bucket);
    }
    return bucket;
  }

  /** Of a site, and of each cluster by itself, as in `groupIncidents`. */
  #addSpan({ slot, start, end, cleared }: AlarmTime, elements: ElementTable): void {
    const place = sitePlaceOf(elements, slot);
    const cluster = place.site === 0 ? ` ${String(elements.ids[slot] ?? 0)}` : '';
    const key = `${siteKey(place)}${cluster}`;
    const span: Span = [start, cleared ? end : Infinity];
    const known = this.#spans.get(key);
    if (known === undefined) this.#spans.set(key, [span]);
    else known.push(span);
  }

  #addSite({ slot, start, end, raised }: AlarmTime, elements: ElementTable, isFirst: boolean): void {
    const place = sitePlaceOf(elements, slot);
    let known = this.#sites.get(siteKey(place));
    if (known === undefined) {
      known = { ...place, raises: 0, minutes: 0, elements: 0 };
      this.#sites.set(siteKey(place), known);
    }
    known.minutes += (end - start) / MINUTE;
    if (raised) known.raises += 1;
    if (isFirst) known.elements += 1;
  }
}
