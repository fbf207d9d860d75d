import { compileRecord } from '../template/compile.ts';
import type { RecordDecoder } from '../template/compile.ts';
import { compileMeasures } from '../template/compile-measures.ts';
import type { MeasureReader } from '../template/compile-measures.ts';
import { packedTemplate } from '../template/pack-record.ts';
import { unknownElement } from '../template/registry.ts';
import { reverseTemplate } from '../template/reverse.ts';
import { isVariable, leastBytes, refusal, sameTemplate } from '../template/template.ts';
import type { Template } from '../template/template.ts';
import { Applications } from './applications.ts';
import { BoundedTable } from './bounded-table.ts';
import { NameBudget } from './name-budget.ts';
import type { Pace } from './pace.ts';
import type { RefusalReason as Reason } from '#schemas/collector/refusal-reason.ts';
import { Sequence } from './sequence.ts';
import { Statistics } from './statistics.ts';

export interface KnownTemplate {
  readonly template: Template;
  readonly leastBytes: number;
  readonly variable: boolean;
  /** Its elements that no list names, and the records read since that was told. */
  readonly unknown: readonly string[];
  records: number;
  /** Made at the first data record of the template. */
  decoder: RecordDecoder | undefined;
  /** The same for the reverse direction of a biflow; null when the template has none. */
  reverse: RecordDecoder | null | undefined;
  /** Reads what its records measure beside volume; null when they measure nothing. */
  measures: MeasureReader | null | undefined;
  /** Last use or announcement, for expiry. */
  usedMs: number;
  /** `usedMs` as it was stored last. */
  keptMs: number;
}

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
const MAX_SAMPLERS = 1_024;
const MAX_VRFS = 4_096;
/** Unknown elements that are told of one domain: a forged template has any number. */
const MAX_UNKNOWN = 64;
const MAX_PENDING = 64;
const MAX_PENDING_BYTES = 256 * 1024;
/** The time of last use is stored so often, far below the expiry: a restart must not find used templates expired. */
const KEEP_USE_MS = 15 * 60_000;

/**
 * One observation domain of one exporter: templates, sampling and sequence are scoped to it (RFC 7011 §8).
 */
export class Domain {
  readonly templates = new Map<number, KnownTemplate>();
  readonly samplers = new Map<number, number>();
  readonly applications: Applications;
  /** What the device says of its own export. */
  readonly statistics = new Statistics();
  /** Names of VRFs by their ids, from the device's own table. */
  readonly #vrfNames: BoundedTable<number, string>;
  readonly sequence = new Sequence();
  /** When the exporter began to count its uptime, from an option; NaN when none says. */
  bootMs = Number.NaN;
  /** Rate of the whole domain, from an option without sampler id. */
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
    this.templates.set(template.id, {
      template,
      leastBytes: leastBytes(template),
      variable: isVariable(template),
      unknown: unknownElements(template),
      records: 0,
      decoder: undefined,
      reverse: undefined,
      measures: undefined,
      usedMs: nowMs,
      keptMs: nowMs,
    });
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

  /** Takes a sampling rate, of one sampler or of the whole domain; of too many samplers the oldest gives way. */
  sample(sampler: number | undefined, rate: number): void {
    const known = sampler === undefined ? this.sampling : this.samplers.get(sampler);
    if (known === rate) return;
    this.dirty = true;
    if (sampler === undefined) {
      this.sampling = rate;
      return;
    }
    this.samplers.set(sampler, rate);
    for (const oldest of this.samplers.keys()) {
      if (this.samplers.size <= MAX_SAMPLERS) break;
      this.samplers.delete(oldest);
    }
  }

  /** Records since the last time by their templates, and by the unknown elements that they carried. */
  takeRecords() {
    const unknownElements = new Map<string, number>();
    const templateRecords = new Map<string, number>();
    for (const [id, known] of this.templates) {
      if (known.records === 0) continue;
      templateRecords.set(String(id), known.records);
      for (const name of known.unknown)
        if (unknownElements.size < MAX_UNKNOWN || unknownElements.has(name))
          unknownElements.set(name, (unknownElements.get(name) ?? 0) + known.records);
      known.records = 0;
    }
    return { unknownElements, templateRecords };
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
    for (const [id, name] of names) this.#vrfNames.restore(id, name);
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
      this.#pendingBytes -= this.pending.shift()?.bytes.length ?? 0;
      this.unknownTemplate += 1;
    }
  }

  /** Takes out the sets that waited for this template. */
  waitingFor(id: number): readonly PendingSet[] {
    if (this.pending.length === 0) return [];
    const found = this.pending.filter(({ templateId }) => templateId === id);
    if (found.length === 0) return found;
    this.pending = this.pending.filter(({ templateId }) => templateId !== id);
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

function unknownElements({ fields, scopes }: Template): readonly string[] {
  if (scopes > 0) return [];
  return [...new Set(fields.flatMap((field) => unknownElement(field) ?? []))].slice(0, MAX_UNKNOWN);
}

const compiled = (template: Template, variable: boolean): RecordDecoder =>
  compileRecord(variable ? packedTemplate(template) : template);

/** The compiled decoder of a template of flows. */
export function decoderOf(known: KnownTemplate): RecordDecoder {
  known.decoder ??= compiled(known.template, known.variable);
  return known.decoder;
}

/** The decoder of the reverse direction, null when the template says nothing of it (RFC 5103). */
export function reverseDecoderOf(known: KnownTemplate): RecordDecoder | null {
  if (known.reverse !== undefined) return known.reverse;
  const reverse = reverseTemplate(known.template);
  known.reverse = reverse === undefined ? null : compiled(reverse, known.variable);
  return known.reverse;
}

/** The reader of what records measure beside volume, null when the template says nothing of it. */
export function measuresOf(known: KnownTemplate): MeasureReader | null {
  const { template, variable } = known;
  if (known.measures !== undefined) return known.measures;
  known.measures = compileMeasures(variable ? packedTemplate(template) : template) ?? null;
  return known.measures;
}
