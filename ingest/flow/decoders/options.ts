import type { Domain } from '../exporter/domain.ts';
import { packRecord, packedTemplate, packedView } from '../template/pack-record.ts';
import type { Template } from '../template/template.ts';

/** A number of any length up to 8 bytes, big-endian; undefined when longer (a name). */
function numberAt(view: DataView, at: number, length: number): number | undefined {
  if (length > 8) return undefined;
  let value = 0;
  for (let byte = 0; byte < length; byte += 1) value = value * 256 + view.getUint8(at + byte);
  return value;
}

/** The numeric fields of one packed option record by element; the first of a number wins. */
function valuesOf(template: Template): ReadonlyMap<number, number> {
  const values = new Map<number, number>();
  let at = 0;
  for (const [index, { id, enterprise, length }] of packedTemplate(template).fields.entries()) {
    const value = numberAt(packedView, at, length);
    at += length;
    // Scope types of NetFlow v9 (1 system, 2 interface, …) are no elements.
    const named = enterprise === 0 && (index >= template.scopes || id > 5);
    if (named && value !== undefined && !values.has(id)) values.set(id, value);
  }
  return values;
}

function rateOf(values: ReadonlyMap<number, number>): number | undefined {
  const taken = values.get(305);
  const skipped = values.get(306);
  if (taken !== undefined && taken > 0 && skipped !== undefined) return Math.round((taken + skipped) / taken);
  const interval = values.get(34) ?? values.get(50);
  return interval !== undefined && interval > 0 ? interval : undefined;
}

/**
 * Reads the option records of a set: sampling rates, by sampler id (48, 302) or of the whole domain.
 * Answers the number of records, or -1 when one ends behind the set.
 */
export function readOptions(
  domain: Domain,
  template: Template,
  set: { readonly view: DataView; at: number; readonly end: number },
): number {
  let { at } = set;
  let records = 0;
  while (at < set.end) {
    const next = packRecord(template, set.view, { at, end: set.end });
    // What is left is padding when it is shorter than a record.
    if (next < 0) return set.end - at < 4 || records > 0 ? records : -1;
    at = next;
    records += 1;
    const values = valuesOf(template);
    const rate = rateOf(values);
    if (rate === undefined) continue;
    const sampler = values.get(48) ?? values.get(302);
    domain.sample(sampler, rate);
  }
  return records;
}
