import { layoutOf } from '#schemas/table/layout.ts';
import { flows } from '#schemas/table/flows.ts';
import type { Attribution } from '../attribution/attribution.ts';
import { ROW_BYTES } from '../rows/row-sink.ts';
import { clockCorrection } from './clock-correction.ts';
import { Domain } from './domain.ts';
import { IngressInterfaces } from './ingress-interfaces.ts';
import { Interfaces } from './interfaces.ts';
import { NameBudget } from './name-budget.ts';
import { TokenBucket } from './token-bucket.ts';
import type { RejectionReason } from '#schemas/collector/rejection-reason.ts';
import type { ExporterTotals } from './export-statistics.ts';
import { drainTemplateCounts, type TemplateCounts } from './template-counts.ts';
import type { VolumeCounts } from './volumes.ts';

const { offset } = layoutOf(flows);

/** Counters since the last report. */
export interface DomainTraffic {
  packets: number;
  bytes: number;
  records: number;
  /** Rejected datagrams, sets and templates by reason. */
  readonly errors: Map<RejectionReason, number>;
  lastError: RejectionReason | '';
  lastExportMs: number;
  skewMs: number;
  /** Clock correction; 0 while the clock is trusted. */
  correctionMs: number;
}

export const emptyTraffic = (): DomainTraffic => ({
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
  traffic: DomainTraffic;
}

/** Bounds the domains a forged source can create. A real exporter has a few. */
const MAX_DOMAINS = 64;
/** In template fields: the burst covers all line cards of a large router, the rate 36 common templates a second. */
const TEMPLATE_LIMIT = { atOnce: 16_384, perSecond: 1_024 };
/** A domain idle for this long may be evicted for a new one. */
const DOMAIN_IDLE_MS = 90 * 60_000;
/** The same for one that has gone on from another port: its exporting process has restarted, or a translated port has changed. */
const MOVED_IDLE_MS = 10 * 60_000;
/** Domain `version` of sFlow version 5: 5 itself is NetFlow's. Its sender is an agent with a sub-agent: ports do not matter. */
export const SFLOW_DOMAIN = 105;

/** An exporter registered in the inventory. */
export class Exporter {
  readonly address: string;
  readonly domains = new Map<string, DomainEntry>();
  /** Cells that are constant in all of its rows. */
  readonly constant = new Uint8Array(ROW_BYTES);
  attribution: Attribution;
  readonly ingress = new IngressInterfaces();
  /** Keys of evicted domains whose snapshots are to be deleted. */
  readonly evictedDomains = new Set<string>();
  /** Bounds the rate of new templates. */
  readonly templateLimiter = new TokenBucket(TEMPLATE_LIMIT);
  readonly #names = new NameBudget(() => this.receivedMs);
  readonly interfaces = new Interfaces(this.#names);
  /** Rejected datagrams by reason since the last report. */
  readonly rejected = new Map<RejectionReason, number>();
  /** Reception time of the newest datagram. */
  receivedMs = 0;
  readonly #constantView = new DataView(this.constant.buffer);
  /** Source port of the newest datagram: with the address, it identifies the transport session (RFC 7011 §10.3). */
  port = 0;
  /** Session and domain of the newest datagram. Most exporters have only one, so the map lookup is skipped. */
  #last = { version: -1, id: -1, port: -1 };
  #lastEntry: DomainEntry | undefined;

  constructor(address: string, attribution: Attribution) {
    this.address = address;
    this.attribution = attribution;
    this.setAttribution(attribution);
  }

  setAttribution(attribution: Attribution): void {
    this.attribution = attribution;
    this.interfaces.setInventory(attribution.interfaces);
    this.#constantView.setUint32(offset.customer, attribution.customer, true);
    this.#constantView.setUint32(offset.site, attribution.site, true);
    this.#constantView.setUint32(offset.exporter, attribution.device, true);
    this.#constantView.setUint32(offset.sampling, 1, true);
  }

  /** Stamps the time of reception into the constant cells. */
  stampReceived(atMs: number): void {
    this.receivedMs = atMs;
    this.#constantView.setUint32(offset.received, atMs % 4_294_967_296, true);
    this.#constantView.setUint32(offset.received + 4, atMs / 4_294_967_296, true);
  }

  /** Returns the observation domain of the current session; undefined if the exporter has too many. */
  domain(version: number, id: number, nowMs: number): DomainEntry | undefined {
    const port = version === SFLOW_DOMAIN ? 0 : this.port;
    const last = this.#last;
    if (last.port === port && last.id === id && last.version === version) return this.#lastEntry;
    const key = `${String(version)}.${String(id)}.${String(port)}`;
    let entry = this.domains.get(key);
    if (entry === undefined) {
      if (this.domains.size >= MAX_DOMAINS && !this.#makeRoom(`${String(version)}.${String(id)}.`, nowMs))
        return undefined;
      entry = { domain: new Domain(this.#names), traffic: emptyTraffic() };
      this.domains.set(key, entry);
      this.evictedDomains.delete(key);
    }
    this.#last = { version, id, port };
    this.#lastEntry = entry;
    return entry;
  }

  /**
   * The exporting process of a domain has restarted: what it announced before is invalid until it is announced again,
   * since ids and indexes may have changed (RFC 3954 §7.2, RFC 7011 §8).
   */
  restart(domain: Domain): void {
    domain.restart();
    this.interfaces.forget(domain);
    this.ingress.clear();
  }

  #makeRoom(sameDomain: string, nowMs: number): boolean {
    for (const [key, { domain, traffic }] of this.domains) {
      const limitMs = key.startsWith(sameDomain) ? MOVED_IDLE_MS : DOMAIN_IDLE_MS;
      if (nowMs - traffic.lastExportMs <= limitMs) continue;
      domain.clear();
      this.interfaces.forget(domain);
      this.evictedDomains.add(key);
      return this.domains.delete(key);
    }
    return false;
  }
}

/** Counters of sequence numbers and templates. */
interface DomainIrregularities {
  readonly lost: number;
  readonly duplicates: number;
  readonly restarts: number;
  readonly unknownTemplate: number;
  readonly timesReplaced: number;
  readonly templates: TemplateCounts;
  /** By template and reason. */
  readonly templateErrors: ReadonlyMap<string, number>;
  /** The exporter's own statistics. */
  readonly own: Readonly<Record<keyof ExporterTotals, number>>;
  readonly volumes: VolumeCounts;
}

/** Records the clock skew of a datagram and returns the correction for its times. */
export function adjustClock(traffic: DomainTraffic, exportMs: number, receivedMs: number): number {
  traffic.lastExportMs = receivedMs;
  traffic.skewMs = exportMs - receivedMs;
  traffic.correctionMs = clockCorrection(traffic.skewMs, traffic.correctionMs);
  return traffic.correctionMs;
}

/** Returns and resets the counters since the last call. */
export function drainTraffic(entry: DomainEntry): DomainTraffic & DomainIrregularities {
  const { domain, traffic } = entry;
  const { unknownTemplate, timesReplaced } = domain;
  const rejectedNames = domain.drainRejectedNames();
  if (rejectedNames > 0) {
    traffic.errors.set('too many names', rejectedNames);
    traffic.lastError = 'too many names';
  }
  const taken = {
    ...traffic,
    ...domain.sequence.drain(),
    unknownTemplate,
    timesReplaced,
    templates: drainTemplateCounts(domain.templates),
    templateErrors: domain.templateErrors.drain(),
    own: domain.statistics.drain(),
    volumes: domain.volumes.drain(),
  };
  const { lastExportMs, skewMs, correctionMs, lastError } = traffic;
  entry.traffic = { ...emptyTraffic(), lastExportMs, skewMs, correctionMs, lastError };
  domain.unknownTemplate = 0;
  domain.timesReplaced = 0;
  return taken;
}
