import { refusal, sameTemplate } from '../template/template.ts';
import type { Template } from '../template/template.ts';
import { Applications } from './applications.ts';
import { BoundedTable } from './bounded-table.ts';
import { knownTemplate } from './known-template.ts';
import type { KnownTemplate } from './known-template.ts';
import { NameBudget } from './name-budget.ts';
import type { Pace } from './pace.ts';
import type { RefusalReason as Reason } from '#schemas/collector/refusal-reason.ts';
import { Sequence } from './sequence.ts';
import { Statistics } from './statistics.ts';
import { TemplateErrors } from './template-counts.ts';
import { TEMPLATE_MISSING } from '#schemas/collector/template-report.ts';

/** A data set that came before its template, with the header of its datagram. */
export interface PendingSet {
  readonly templateId: number;
  readonly bytes: Uint8Array;
  readonly header: DatagramHeader;
}

/** What the header of a NetFlow v9 or IPFIX datagram says. */
export interface DatagramHeader {
  readonly exportMs: number;
  /** NaN for IPFIX. */
  readonly bootMs: number;
  readonly uptimeMs: number;
  readonly receivedMs: number;
  /** Added to the times of its records: the clock is not believed. */
  readonly shiftMs: number;
}

/** RFC 7011 §8.4: a collector on UDP may forget templates that were not sent again; three times the common half hour. */
const EXPIRY_MS = 90 * 60_000;
const MAX_TEMPLATES = 256;
/** Of all templates together: many times what a router has, and it bounds what forged templates cost. */
const MAX_DOMAIN_FIELDS = 8_192;
/** What learning a template costs beside its fields, in fields. */
const TEMPLATE_COST = 8;
const MAX_RATES = 1_024;
const MAX_VRFS = 4_096;
const MAX_PENDING = 64;
const MAX_PENDING_BYTES = 256 * 1024;
/** Templates come at the latest this long after data: exporters repeat them every minute to every few. */
const MAX_WAIT_MS = 5 * 60_000;
/** The time of last use is stored so often, far below the expiry: a restart must not find used templates expired. */
const KEEP_USE_MS = 15 * 60_000;

/**
 * One observation domain of one exporter: templates, sampling and sequence are scoped to it (RFC 7011 §8).
 */
export class Domain {
  readonly templates = new Map<number, KnownTemplate>();
  readonly samplers = new Map<number, number>();
  /** Rates by ifIndex, from options about interfaces. */
  readonly interfaceRates = new Map<number, number>();
  readonly applications: Applications;
  /** The agent that it is of: of sFlow. */
  agent: string | undefined;
  /** What the device says of its own export. */
  readonly statistics = new Statistics();
  /** Names of VRFs by their ids, from the device's own table. */
  readonly #vrfNames: BoundedTable<number, string>;
  readonly sequence = new Sequence();
  readonly templateErrors = new TemplateErrors();
  /** When the exporter began to count its uptime, from an option; NaN when none says. */
  bootMs = Number.NaN;
  /** Rate of the whole domain, from an option without sampler and interface. */
  sampling = 1;
  pending: PendingSet[] = [];
  #pendingBytes = 0;
  #fields = 0;
  /** Sets that had to wait, ever. */
  waited = 0;
  /** Sets that waited for a template and were given up. */
  unknownTemplate = 0;
  /** Records whose own times made no sense. */
  timesReplaced = 0;
  /** Templates, samplers or rates changed since they were stored. */
  dirty = false;
  /** Names of VRFs and interfaces that were not taken: there were too many. */
  refusedNames = 0;

  constructor(names = new NameBudget()) {
    this.applications = new Applications(names, () => {
      this.dirty = true;
    });
    this.#vrfNames = new BoundedTable({ budget: names, most: MAX_VRFS });
  }

  get vrfNames(): ReadonlyMap<number, string> {
    return this.#vrfNames.entries;
  }

  /** Takes a template, or says why not; `pace` bounds how much of them may be learned at once. */
  learn(template: Template, nowMs: number, pace?: Pace): Reason | undefined {
    const refused = refusal(template);
    if (refused !== undefined) return refused;
    const known = this.templates.get(template.id);
    if (known !== undefined && sameTemplate(known.template, template)) {
      this.#used(known, nowMs);
      return undefined;
    }
    // What is not learned must not leave its data to the template that it replaces.
    this.withdraw(template.id);
    if (pace?.take(TEMPLATE_COST + template.fields.length, nowMs) === false) return 'too many templates';
    while (
      this.templates.size >= MAX_TEMPLATES ||
      (this.templates.size > 0 && this.#fields + template.fields.length > MAX_DOMAIN_FIELDS)
    )
      this.#forgetOldest();
    this.#fields += template.fields.length;
    this.templates.set(template.id, knownTemplate(template, nowMs));
    this.dirty = true;
    return undefined;
  }

  withdraw(id: number): void {
    if (this.#remove(id)) this.dirty = true;
  }

  #remove(id: number): boolean {
    this.#fields -= this.templates.get(id)?.template.fields.length ?? 0;
    return this.templates.delete(id);
  }

  #used(known: KnownTemplate, nowMs: number): void {
    known.usedMs = nowMs;
    if (nowMs - known.keptMs < KEEP_USE_MS) return;
    known.keptMs = nowMs;
    this.dirty = true;
  }

  withdrawAll(options: boolean): void {
    for (const [id, { template }] of this.templates) if (template.scopes > 0 === options) this.withdraw(id);
  }

  template(id: number, nowMs: number): KnownTemplate | undefined {
    const known = this.templates.get(id);
    if (known === undefined) return undefined;
    if (nowMs - known.usedMs > EXPIRY_MS) {
      this.withdraw(id);
      return undefined;
    }
    this.#used(known, nowMs);
    return known;
  }

  /** Takes a sampling rate: of one sampler, of one interface (ifIndex) or of the whole domain. */
  sample(of: { readonly sampler?: number | undefined; readonly index?: number | undefined }, rate: number) {
    if (of.sampler !== undefined) this.#rate(this.samplers, of.sampler, rate);
    else if (of.index !== undefined) this.#rate(this.interfaceRates, of.index, rate);
    else if (this.sampling !== rate) {
      this.sampling = rate;
      this.dirty = true;
    }
  }

  /** Of too many rates the oldest gives way. */
  #rate(rates: Map<number, number>, key: number, rate: number): void {
    if (rates.get(key) === rate) return;
    this.dirty = true;
    rates.set(key, rate);
    for (const oldest of rates.keys()) {
      if (rates.size <= MAX_RATES) break;
      rates.delete(oldest);
    }
  }

  /** Takes when the exporter began to count its uptime. */
  boot(atMs: number): void {
    if (this.bootMs === atMs) return;
    this.bootMs = atMs;
    this.dirty = true;
  }

  /** Takes names of VRFs; of too many the oldest give way. */
  nameVrf(id: number, name: string): void {
    if (this.vrfNames.get(id) === name) return;
    if (this.#vrfNames.put(id, name)) this.dirty = true;
    else this.refusedNames += 1;
  }

  /** Takes names of VRFs that were known before a restart. */
  restoreVrfs(names: Iterable<readonly [number, string]>): void {
    for (const [id, name] of names) if (!this.vrfNames.has(id)) this.#vrfNames.restore(id, name);
  }

  /** The exporter forgets it: what its tables held is free for others. */
  clear(): void {
    this.applications.clear();
    this.#vrfNames.clear();
  }

  /** Names of any kind that were not taken since the last time. */
  takeRefusedNames(): number {
    const taken = this.refusedNames + this.applications.refused;
    this.refusedNames = 0;
    this.applications.refused = 0;
    return taken;
  }

  /** Keeps a set for its template; the oldest gives way and is counted. */
  wait(set: PendingSet): void {
    this.pending.push(set);
    this.#pendingBytes += set.bytes.length;
    this.waited += 1;
    while (this.pending.length > MAX_PENDING || this.#pendingBytes > MAX_PENDING_BYTES) {
      const oldest = this.pending.shift();
      if (oldest !== undefined) this.#missed(oldest);
      this.#pendingBytes -= oldest?.bytes.length ?? 0;
    }
  }

  /** Gives up the sets that have waited for too long at `nowMs`: what comes then under their id may be another template. */
  expireWaiting(nowMs: number): void {
    if (this.pending.length === 0) return;
    this.giveUp(({ header }) => Math.abs(nowMs - header.receivedMs) > MAX_WAIT_MS);
  }

  /** Gives up and counts some of the sets that wait. */
  giveUp(which: (set: PendingSet) => boolean): void {
    for (const set of this.#takeOut(which)) this.#missed(set);
  }

  /** Counts a set whose template never came. */
  #missed({ templateId }: PendingSet): void {
    this.unknownTemplate += 1;
    this.templateErrors.count(templateId, TEMPLATE_MISSING);
  }

  /** Takes out the sets that waited for this template. */
  waitingFor(id: number): readonly PendingSet[] {
    return this.pending.length === 0 ? [] : this.#takeOut(({ templateId }) => templateId === id);
  }

  #takeOut(which: (set: PendingSet) => boolean): readonly PendingSet[] {
    const found = this.pending.filter((set) => which(set));
    if (found.length === 0) return found;
    this.pending = this.pending.filter((set) => !which(set));
    this.#pendingBytes = this.pending.reduce((sum, { bytes }) => sum + bytes.length, 0);
    return found;
  }

  #forgetOldest(): void {
    let oldest: KnownTemplate | undefined;
    for (const known of this.templates.values())
      if (oldest === undefined || known.usedMs < oldest.usedMs) oldest = known;
    if (oldest !== undefined) this.#remove(oldest.template.id);
  }
}
