import { compileRecord } from '../template/compile.ts';
import type { RecordDecoder } from '../template/compile.ts';
import { packedTemplate } from '../template/pack-record.ts';
import { isVariable, leastBytes, refusal, sameTemplate } from '../template/template.ts';
import type { Template } from '../template/template.ts';
import type { Reason } from './reasons.ts';
import { Sequence } from './sequence.ts';

export interface KnownTemplate {
  readonly template: Template;
  readonly leastBytes: number;
  readonly variable: boolean;
  /** Made at the first data record of the template. */
  decoder: RecordDecoder | undefined;
  /** Last use or announcement, for expiry. */
  usedMs: number;
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
}

/** RFC 7011 §8.4: a collector on UDP may forget templates that were not sent again; three times the common half hour. */
const EXPIRY_MS = 90 * 60_000;
const MAX_TEMPLATES = 256;
const MAX_PENDING = 64;

/**
 * One observation domain of one exporter: templates, sampling and sequence are scoped to it (RFC 7011 §8).
 */
export class Domain {
  readonly templates = new Map<number, KnownTemplate>();
  readonly samplers = new Map<number, number>();
  readonly sequence = new Sequence();
  /** Rate of the whole domain, from an option without sampler id. */
  sampling = 1;
  pending: PendingSet[] = [];
  /** Sets that had to wait, ever. */
  waited = 0;
  /** Sets that waited for a template and were given up. */
  unknownTemplate = 0;
  /** Templates, samplers or rates changed since they were stored. */
  dirty = false;

  /** Takes a template, or says why not. */
  learn(template: Template, nowMs: number): Reason | undefined {
    const refused = refusal(template);
    if (refused !== undefined) return refused;
    const known = this.templates.get(template.id);
    if (known !== undefined && sameTemplate(known.template, template)) {
      known.usedMs = nowMs;
      return undefined;
    }
    if (known === undefined && this.templates.size >= MAX_TEMPLATES) this.#forgetOldest();
    this.templates.set(template.id, {
      template,
      leastBytes: leastBytes(template),
      variable: isVariable(template),
      decoder: undefined,
      usedMs: nowMs,
    });
    this.dirty = true;
    return undefined;
  }

  withdraw(id: number): void {
    if (this.templates.delete(id)) this.dirty = true;
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
    known.usedMs = nowMs;
    return known;
  }

  /** Keeps a set for its template; the oldest gives way and is counted. */
  wait(set: PendingSet): void {
    if (this.pending.length >= MAX_PENDING) {
      this.pending.shift();
      this.unknownTemplate += 1;
    }
    this.pending.push(set);
    this.waited += 1;
  }

  /** Takes out the sets that waited for this template. */
  waitingFor(id: number): readonly PendingSet[] {
    if (this.pending.length === 0) return [];
    const found = this.pending.filter(({ templateId }) => templateId === id);
    if (found.length > 0) this.pending = this.pending.filter(({ templateId }) => templateId !== id);
    return found;
  }

  #forgetOldest(): void {
    let oldest: KnownTemplate | undefined;
    for (const known of this.templates.values())
      if (oldest === undefined || known.usedMs < oldest.usedMs) oldest = known;
    if (oldest !== undefined) this.templates.delete(oldest.template.id);
  }
}

/** The compiled decoder of a template of flows. */
export function decoderOf(known: KnownTemplate): RecordDecoder {
  known.decoder ??= compileRecord(known.variable ? packedTemplate(known.template) : known.template);
  return known.decoder;
}
