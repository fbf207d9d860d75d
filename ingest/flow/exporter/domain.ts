import { templateFault, isSameTemplate, type FlowTemplate } from '../template/template.ts';
import { Applications } from './applications.ts';
import { BoundedTable } from './bounded-table.ts';
import { knownTemplate, type KnownTemplate } from './known-template.ts';
import { NameBudget } from './name-budget.ts';
import type { TokenBucket } from './token-bucket.ts';
import type { RejectionReason } from '#schemas/collector/rejection-reason.ts';
import { NOT_ANNOUNCED, UNKNOWN_RATE } from '../template/sampling-rate.ts';
import { RestartDetector } from './restart-detector.ts';
import { Sequence } from './sequence.ts';
import { Volumes } from './volumes.ts';
import { ExportStatistics } from './export-statistics.ts';
import { TemplateErrors } from './template-counts.ts';
import { TEMPLATE_MISSING } from '#schemas/collector/template-report.ts';

/** A data set received before its template, with the header of its datagram. */
export interface PendingSet {
  readonly templateId: number;
  readonly bytes: Uint8Array;
  readonly header: DatagramHeader;
}

/** Header fields of a NetFlow v9 or IPFIX datagram. */
export interface DatagramHeader {
  readonly exportMs: number;
  /** NaN for IPFIX. */
  readonly bootMs: number;
  readonly uptimeMs: number;
  readonly receivedMs: number;
  /** Clock correction, added to the times of its records. */
  readonly shiftMs: number;
}

/** RFC 7011 §8.4: a collector on UDP may expire templates that are not sent again. Three times the common half hour. */
const TEMPLATE_EXPIRY_MS = 90 * 60_000;
const MAX_TEMPLATES = 256;
/** Fields of all templates together: far more than a router has, and a bound for forged templates. */
const MAX_DOMAIN_FIELDS = 8_192;
/** Cost of a new template in addition to its fields, in fields. */
const TEMPLATE_COST = 8;
const MAX_RATES = 1_024;
const MAX_VRFS = 4_096;
const MAX_PENDING = 64;
const MAX_PENDING_BYTES = 256 * 1024;
/** Exporters repeat templates every minute to every few minutes. */
const MAX_PENDING_MS = 5 * 60_000;
/** Interval at which the last use is saved, far below the expiry: a restart must not find used templates expired. */
const SAVE_USE_INTERVAL_MS = 15 * 60_000;

/**
 * One observation domain of one transport session of an exporter: templates, sampling and sequence are scoped to it
 * (RFC 7011 §8, §10.3).
 */
export class Domain {
  readonly templates = new Map<number, KnownTemplate>();
  readonly samplers = new Map<number, number>();
  /** Sampling rates by ifIndex, from interface options. */
  readonly interfaceRates = new Map<number, number>();
  readonly applications: Applications;
  /** Agent of an sFlow domain. */
  agent: string | undefined;
  /** The device's own export statistics. */
  readonly statistics = new ExportStatistics();
  /** VRF names by id, from the device's own table. */
  readonly #vrfNames: BoundedTable<number, string>;
  readonly sequence = new Sequence();
  readonly templateErrors = new TemplateErrors();
  /** Bytes of its rows since the last report. */
  readonly volumes = new Volumes();
  /** Boot time of the exporter from an option, NaN if unknown. */
  bootMs = Number.NaN;
  /** Sampling rate of the whole domain, from an option without sampler and interface; `NOT_ANNOUNCED` or `UNKNOWN_RATE`. */
  sampling = NOT_ANNOUNCED;
  /** It announced sampling before its restart, and has not done so again: rates are unknown, not 1. */
  #awaitsSampling = false;
  /** Recognises restarts by the headers. */
  readonly restarts = new RestartDetector();
  pending: PendingSet[] = [];
  #pendingBytes = 0;
  #fields = 0;
  /** Total number of sets that had to wait. */
  pendingTotal = 0;
  /** Sets dropped because their template did not arrive. */
  unknownTemplate = 0;
  /** Records with implausible times. */
  timesReplaced = 0;
  /** Changed since the last save. */
  dirty = false;
  /** VRF and interface names rejected because there were too many. */
  rejectedNames = 0;

  constructor(names = new NameBudget()) {
    this.applications = new Applications(names, () => {
      this.dirty = true;
    });
    this.#vrfNames = new BoundedTable({ budget: names, maxEntries: MAX_VRFS });
  }

  /** Whether the exporter has said anything about sampling in this domain. */
  get announcesSampling(): boolean {
    return this.sampling !== NOT_ANNOUNCED || this.samplers.size > 0 || this.interfaceRates.size > 0;
  }

  get vrfNames(): ReadonlyMap<number, string> {
    return this.#vrfNames.entries;
  }

  /** Adds a template. Returns the reason if it is rejected. `limiter` bounds the rate of new templates. */
  addTemplate(template: FlowTemplate, nowMs: number, limiter?: TokenBucket): RejectionReason | undefined {
    const fault = templateFault(template);
    if (fault !== undefined) return fault;
    const known = this.templates.get(template.id);
    if (known !== undefined && isSameTemplate(known.template, template)) {
      this.#markUsed(known, nowMs);
      return undefined;
    }
    // A rejected template must not leave its data to the one it replaces.
    this.withdraw(template.id);
    if (limiter?.tryTake(TEMPLATE_COST + template.fields.length, nowMs) === false)
      return 'too many templates';
    while (
      this.templates.size >= MAX_TEMPLATES ||
      (this.templates.size > 0 && this.#fields + template.fields.length > MAX_DOMAIN_FIELDS)
    )
      this.#evictOldestTemplate();
    this.#fields += template.fields.length;
    this.templates.set(template.id, knownTemplate(template, nowMs));
    this.dirty = true;
    return undefined;
  }

  /** Removes a template on behalf of the exporter. */
  withdraw(id: number): void {
    if (this.#remove(id)) this.dirty = true;
  }

  #remove(id: number): boolean {
    this.#fields -= this.templates.get(id)?.template.fields.length ?? 0;
    return this.templates.delete(id);
  }

  #markUsed(known: KnownTemplate, nowMs: number): void {
    known.usedMs = nowMs;
    if (nowMs - known.savedUsedMs < SAVE_USE_INTERVAL_MS) return;
    known.savedUsedMs = nowMs;
    this.dirty = true;
  }

  /** Removes every options template, or every data template. */
  withdrawAll(options: boolean): void {
    for (const [id, { template }] of this.templates) if (template.scopes > 0 === options) this.withdraw(id);
  }

  /**
   * Forgets what the exporter announced before its restart, and drops what waits for a template of before. Application
   * names stay: they are those of the vendor's protocol pack, and each has the time since which it counts.
   */
  restart(): void {
    const announced = this.announcesSampling;
    for (const id of this.templates.keys()) this.#remove(id);
    this.dropPending(() => true);
    this.samplers.clear();
    this.interfaceRates.clear();
    this.#vrfNames.clear();
    this.bootMs = Number.NaN;
    this.sampling = announced ? UNKNOWN_RATE : NOT_ANNOUNCED;
    this.#awaitsSampling = announced;
    this.sequence.restart();
    this.dirty = true;
  }

  /** Returns a template and marks it as used, or undefined if it is unknown or expired. */
  template(id: number, nowMs: number): KnownTemplate | undefined {
    const known = this.templates.get(id);
    if (known === undefined) return undefined;
    if (nowMs - known.usedMs > TEMPLATE_EXPIRY_MS) {
      this.withdraw(id);
      return undefined;
    }
    this.#markUsed(known, nowMs);
    return known;
  }

  /** Sets the sampling rate of a sampler, of an interface (ifIndex) or of the whole domain. */
  setSamplingRate(
    of: { readonly sampler?: number | undefined; readonly index?: number | undefined },
    rate: number,
  ) {
    if (this.#awaitsSampling) {
      this.#awaitsSampling = false;
      this.sampling = NOT_ANNOUNCED;
    }
    if (of.sampler !== undefined) this.#setRate(this.samplers, of.sampler, rate);
    else if (of.index !== undefined) this.#setRate(this.interfaceRates, of.index, rate);
    else if (this.sampling !== rate) {
      this.sampling = rate;
      this.dirty = true;
    }
  }

  /** Evicts the oldest rate if there are too many. */
  #setRate(rates: Map<number, number>, key: number, rate: number): void {
    if (rates.get(key) === rate) return;
    this.dirty = true;
    rates.set(key, rate);
    for (const oldest of rates.keys()) {
      if (rates.size <= MAX_RATES) break;
      rates.delete(oldest);
    }
  }

  /** Sets the boot time of the exporter. */
  setBootTime(atMs: number): void {
    if (this.bootMs === atMs) return;
    this.bootMs = atMs;
    this.dirty = true;
  }

  /** Sets a VRF name; the oldest is evicted if the table is full. */
  setVrfName(id: number, name: string): void {
    if (this.vrfNames.get(id) === name) return;
    if (this.#vrfNames.set(id, name)) this.dirty = true;
    else this.rejectedNames += 1;
  }

  /** Restores VRF names from before a restart. */
  restoreVrfs(names: Iterable<readonly [number, string]>): void {
    for (const [id, name] of names) if (!this.vrfNames.has(id)) this.#vrfNames.restore(id, name);
  }

  /** Called when the domain is evicted: releases its name budget. */
  clear(): void {
    this.applications.clear();
    this.#vrfNames.clear();
  }

  /** Returns the number of rejected names since the last call. */
  drainRejectedNames(): number {
    const total = this.rejectedNames + this.applications.rejected;
    this.rejectedNames = 0;
    this.applications.rejected = 0;
    return total;
  }

  /** Keeps a set until its template arrives. The oldest sets are dropped and counted if there are too many. */
  addPending(set: PendingSet): void {
    this.pending.push(set);
    this.#pendingBytes += set.bytes.length;
    this.pendingTotal += 1;
    while (this.pending.length > MAX_PENDING || this.#pendingBytes > MAX_PENDING_BYTES) {
      const oldest = this.pending.shift();
      if (oldest !== undefined) this.#countDropped(oldest);
      this.#pendingBytes -= oldest?.bytes.length ?? 0;
    }
  }

  /** Drops sets that have waited too long: their id may be reused by another template. */
  expirePending(nowMs: number): void {
    if (this.pending.length === 0) return;
    this.dropPending(({ header }) => Math.abs(nowMs - header.receivedMs) > MAX_PENDING_MS);
  }

  /** Drops and counts matching pending sets. */
  dropPending(which: (set: PendingSet) => boolean): void {
    for (const set of this.#removePending(which)) this.#countDropped(set);
  }

  /** Counts a set whose template did not arrive. */
  #countDropped({ templateId }: PendingSet): void {
    this.unknownTemplate += 1;
    this.templateErrors.count(templateId, TEMPLATE_MISSING);
  }

  /** Removes and returns the sets that wait for this template. */
  takePending(id: number): readonly PendingSet[] {
    return this.pending.length === 0 ? [] : this.#removePending(({ templateId }) => templateId === id);
  }

  #removePending(which: (set: PendingSet) => boolean): readonly PendingSet[] {
    const found = this.pending.filter((set) => which(set));
    if (found.length === 0) return found;
    this.pending = this.pending.filter((set) => !which(set));
    this.#pendingBytes = this.pending.reduce((sum, { bytes }) => sum + bytes.length, 0);
    return found;
  }

  #evictOldestTemplate(): void {
    let oldest: KnownTemplate | undefined;
    for (const known of this.templates.values())
      if (oldest === undefined || known.usedMs < oldest.usedMs) oldest = known;
    if (oldest !== undefined) this.#remove(oldest.template.id);
  }
}
