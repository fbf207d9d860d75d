import type { DatagramHeader, Domain } from '../exporter/domain.ts';
import type { DomainEntry, Exporter } from '../exporter/exporter.ts';
import type { RejectionReason } from '#schemas/collector/rejection-reason.ts';
import { readDataSet } from './data-set.ts';
import { decodeRecordCount } from './record-count.ts';
import type { ReadTemplate, TemplateSpan } from './templates.ts';
import type { FlowTemplate } from '../template/template.ts';

/** Set ids and template formats of a protocol. */
export interface SetRules {
  readonly templates: number;
  readonly optionsTemplates: number;
  readonly readTemplate: (span: TemplateSpan) => ReadTemplate;
  readonly readOptionsTemplate: (span: TemplateSpan) => ReadTemplate;
  /** IPFIX: a template without fields withdraws the one with its id. */
  readonly allowsWithdrawal: boolean;
}

export interface Datagram {
  readonly exporter: Exporter;
  readonly entry: DomainEntry;
  readonly header: DatagramHeader;
  readonly view: DataView;
}

/** Counts an error of a domain. `template` is the affected template id, if known. */
export function countError(entry: DomainEntry, reason: RejectionReason, template?: number): void {
  const { errors } = entry.traffic;
  if (template !== undefined) entry.domain.templateErrors.count(template, reason);
  errors.set(reason, (errors.get(reason) ?? 0) + 1);
  entry.traffic.lastError = reason;
}

/** Returns the number of records and counts a truncated one as an error. */
function countRecords(entry: DomainEntry, result: number, template: number): number {
  const { records, truncated } = decodeRecordCount(result);
  if (truncated) countError(entry, 'record truncated', template);
  return records;
}

/** Decodes pending sets of a template that has arrived. */
function readPending(
  { exporter, entry }: Pick<Datagram, 'exporter' | 'entry'>,
  id: number,
  nowMs: number,
): void {
  const { domain, traffic } = entry;
  const known = domain.template(id, nowMs);
  if (known === undefined) return;
  for (const { bytes, header } of domain.takePending(id)) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const set = { view, at: 0, end: bytes.byteLength, receivedMs: header.receivedMs };
    traffic.records += countRecords(entry, readDataSet({ exporter, domain, header }, known, set), id);
  }
}

/** Decodes pending sets whose templates were restored from a snapshot. */
export function readAllPending(exporter: Exporter, entry: DomainEntry): void {
  const { pending } = entry.domain;
  const newest = pending.at(-1);
  if (newest === undefined) return;
  for (const id of new Set(pending.map(({ templateId }) => templateId)))
    readPending({ exporter, entry }, id, newest.header.receivedMs);
}

function withdraw(domain: Domain, id: number, options: boolean): void {
  // RFC 7011 §8.1: the set id itself withdraws all templates of its kind.
  if (id === (options ? 3 : 2)) domain.withdrawAll(options);
  else domain.withdraw(id);
}

interface SetSpan {
  readonly id: number;
  readonly at: number;
  readonly end: number;
}

function learn(datagram: Datagram, template: FlowTemplate): void {
  const { exporter, entry, header } = datagram;
  entry.domain.expirePending(header.receivedMs);
  const rejected =
    template.id < 256
      ? 'template truncated'
      : entry.domain.addTemplate(template, header.receivedMs, exporter.templateLimiter);
  if (rejected === undefined) readPending(datagram, template.id, header.receivedMs);
  else {
    countError(entry, rejected, template.id);
    // A later template with this id does not apply to these sets.
    entry.domain.dropPending(({ templateId }) => templateId === template.id);
  }
}

function learnTemplates(datagram: Datagram, rules: SetRules, set: SetSpan): void {
  const { entry, view } = datagram;
  const options = set.id === rules.optionsTemplates;
  const read = options ? rules.readOptionsTemplate : rules.readTemplate;
  let { at } = set;
  while (set.end - at >= 4) {
    const found = read({ view, at, end: set.end });
    if (found === undefined) {
      countError(entry, 'template truncated');
      return;
    }
    at = found.next;
    if (found.template.fields.length > 0) learn(datagram, found.template);
    else if (rules.allowsWithdrawal) withdraw(entry.domain, found.template.id, options);
    // NetFlow v9 has no withdrawal: zeroes are padding to a multiple of four bytes.
    else return;
  }
}

/** Returns the number of records of a data set. A set without a known template is kept pending. */
function readData(datagram: Datagram, set: SetSpan): number {
  const { exporter, entry, header, view } = datagram;
  const { domain } = entry;
  const known = domain.template(set.id, header.receivedMs);
  if (known === undefined) {
    const bytes = new Uint8Array(view.buffer, view.byteOffset + set.at, set.end - set.at).slice();
    domain.addPending({ templateId: set.id, bytes, header });
    return 0;
  }
  const span = { view, at: set.at, end: set.end, receivedMs: header.receivedMs };
  return countRecords(entry, readDataSet({ exporter, domain, header }, known, span), set.id);
}

/** Whether only zeroes follow. */
function isZero(view: DataView, from: number): boolean {
  for (let at = from; at < view.byteLength; at += 1) if (view.getUint8(at) !== 0) return false;
  return true;
}

/** Reads every set of a datagram from `at` on. Returns the number of data records. */
export function readSets(datagram: Datagram, rules: SetRules, from: number): number {
  const { entry, view } = datagram;
  const total = view.byteLength;
  let at = from;
  let records = 0;
  while (total - at >= 4) {
    const id = view.getUint16(at);
    const length = view.getUint16(at + 2);
    // Some exporters fill their datagrams with zeroes.
    if (id === 0 && length === 0 && isZero(view, at)) break;
    // A set has at least its header; a length of 0 would loop forever.
    if (length < 4) {
      countError(entry, 'set too short');
      break;
    }
    if (at + length > total) {
      countError(entry, 'length wrong');
      break;
    }
    const set = { id, at: at + 4, end: at + length };
    if (id === rules.templates || id === rules.optionsTemplates) learnTemplates(datagram, rules, set);
    else if (id >= 256) records += readData(datagram, set);
    // RFC 3954 §5.2, RFC 7011 §3.3.2: other ids below 256 are reserved.
    else countError(entry, 'set id reserved');
    at += length;
  }
  entry.traffic.records += records;
  return records;
}
