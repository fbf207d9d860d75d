import { layoutOf } from '#schemas/table/layout.ts';
import { flows } from '#schemas/table/flows.ts';
import type { Attribution } from '../attribution/attribution.ts';
import { ROW_BYTES } from '../row-sink.ts';
import { clockCorrection } from './clock-correction.ts';
import { Domain } from './domain.ts';
import { Ingress } from './ingress.ts';
import { Interfaces } from './interfaces.ts';
import { NameBudget } from './name-budget.ts';
import { Pace } from './pace.ts';
import type { RefusalReason as Reason } from '#schemas/collector/refusal-reason.ts';
import type { ExporterTotals } from './statistics.ts';
import { takeTemplates } from './template-counts.ts';
import type { TemplateCounts } from './template-counts.ts';

const { offset } = layoutOf(flows);

/** Counted since the last report. */
export interface Traffic {
  packets: number;
  bytes: number;
  records: number;
  /** How many datagrams, sets or templates were refused, by reason. */
  readonly errors: Map<Reason, number>;
  lastError: Reason | '';
  lastExportMs: number;
  skewMs: number;
  /** Added to its times; 0 while its clock is believed. */
  correctionMs: number;
}

export const quiet = (): Traffic => ({
  packets: 0,
  bytes: 0,
  records: 0,
  errors: new Map(),
  lastError: '',
  lastExportMs: 0,
  skewMs: 0,
  correctionMs: 0,
});

export interface DomainEntry {
  readonly domain: Domain;
  traffic: Traffic;
}

/** A forged source can make up observation domains; a real exporter has a few. */
const MAX_DOMAINS = 64;
/** Fields of templates: what all line cards of a large router send at once, and 36 common templates a second from then on. */
const TEMPLATE_PACE = { atOnce: 16_384, perSecond: 1_024 };
/** A domain that was silent for so long gives way to a new one. */
const SILENT_MS = 90 * 60_000;

/** An exporter that the inventory knows. */
export class Exporter {
  readonly address: string;
  readonly domains = new Map<string, DomainEntry>();
  /** The cells that are the same in each of its rows. */
  readonly constant = new Uint8Array(ROW_BYTES);
  attribution: Attribution;
  readonly ingress = new Ingress();
  /** Keys of domains that gave way to others: what was kept of them is to be removed. */
  readonly forgotten = new Set<string>();
  /** How much of templates it may have learned. */
  readonly templatePace = new Pace(TEMPLATE_PACE);
  readonly #names = new NameBudget(() => this.receivedMs);
  readonly interfaces = new Interfaces(this.#names);
  /** Datagrams of it that no decoder took, by reason, since the last report. */
  readonly refused = new Map<Reason, number>();
  /** When the newest datagram came in. */
  receivedMs = 0;
  readonly #constantView = new DataView(this.constant.buffer);
  /** Domain of the newest datagram: most exporters have one, and the map is not asked. */
  #lastKey = '';
  #lastEntry: DomainEntry | undefined;

  constructor(address: string, attribution: Attribution) {
    this.address = address;
    this.attribution = attribution;
    this.attribute(attribution);
  }

  attribute(attribution: Attribution): void {
    this.attribution = attribution;
    this.interfaces.know(attribution.interfaces);
    this.#constantView.setUint32(offset.customer, attribution.customer, true);
    this.#constantView.setUint32(offset.site, attribution.site, true);
    this.#constantView.setUint32(offset.exporter, attribution.device, true);
    this.#constantView.setUint32(offset.sampling, 1, true);
  }

  /** Stamps the time of reception into the constant cells. */
  received(atMs: number): void {
    this.receivedMs = atMs;
    this.#constantView.setUint32(offset.received, atMs % 4_294_967_296, true);
    this.#constantView.setUint32(offset.received + 4, atMs / 4_294_967_296, true);
  }

  /** Undefined when the exporter names more domains than are believed. */
  domain(version: number, id: number, nowMs: number): DomainEntry | undefined {
    const key = `${String(version)}.${String(id)}`;
    if (key === this.#lastKey) return this.#lastEntry;
    let entry = this.domains.get(key);
    if (entry === undefined) {
      if (this.domains.size >= MAX_DOMAINS && !this.#forgetSilent(nowMs)) return undefined;
      entry = { domain: new Domain(this.#names), traffic: quiet() };
      this.domains.set(key, entry);
      this.forgotten.delete(key);
    }
    this.#lastKey = key;
    this.#lastEntry = entry;
    return entry;
  }

  #forgetSilent(nowMs: number): boolean {
    for (const [key, { domain, traffic }] of this.domains)
      if (nowMs - traffic.lastExportMs > SILENT_MS) {
        domain.clear();
        this.forgotten.add(key);
        return this.domains.delete(key);
      }
    return false;
  }
}

/** What the sequence numbers and the templates of a domain tell beside its traffic. */
interface Irregular {
  readonly lost: number;
  readonly repeated: number;
  readonly restarts: number;
  readonly unknownTemplate: number;
  readonly timesReplaced: number;
  readonly templates: TemplateCounts;
  /** By template and reason. */
  readonly templateErrors: ReadonlyMap<string, number>;
  /** What the exporter says of itself. */
  readonly own: Readonly<Record<keyof ExporterTotals, number>>;
}

/** The clock of a datagram's sender: how far it is ahead of ours, and what is added to its times for it. */
export function sawClock(traffic: Traffic, exportMs: number, receivedMs: number): number {
  traffic.lastExportMs = receivedMs;
  traffic.skewMs = exportMs - receivedMs;
  traffic.correctionMs = clockCorrection(traffic.skewMs, traffic.correctionMs);
  return traffic.correctionMs;
}

/** Takes what was counted since the last time. */
export function takeTraffic(entry: DomainEntry): Traffic & Irregular {
  const { domain, traffic } = entry;
  const { unknownTemplate, timesReplaced } = domain;
  const refusedNames = domain.takeRefusedNames();
  if (refusedNames > 0) {
    traffic.errors.set('too many names', refusedNames);
    traffic.lastError = 'too many names';
  }
  const taken = {
    ...traffic,
    ...domain.sequence.take(),
    unknownTemplate,
    timesReplaced,
    templates: takeTemplates(domain.templates),
    templateErrors: domain.templateErrors.take(),
    own: domain.statistics.take(),
  };
  const { lastExportMs, skewMs, correctionMs, lastError } = traffic;
  entry.traffic = { ...quiet(), lastExportMs, skewMs, correctionMs, lastError };
  domain.unknownTemplate = 0;
  domain.timesReplaced = 0;
  return taken;
}
