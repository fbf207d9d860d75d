import { vendorElement } from '../template/registry.ts';
import type { TemplateField, FlowTemplate } from '../template/template.ts';

export interface TemplateSpan {
  readonly view: DataView;
  readonly at: number;
  readonly end: number;
}

/** A template and the offset of the next one. Undefined if the set ends within it. */
export type ReadTemplate = { readonly template: FlowTemplate; readonly next: number } | undefined;

const VENDOR_BIT = 0x80_00;

const fieldV9 = (type: number, length: number): TemplateField =>
  (type & VENDOR_BIT) === 0
    ? { id: type, enterprise: 0, length }
    : { ...vendorElement(type & ~VENDOR_BIT), length };

function fieldsV9({ view, at }: TemplateSpan, count: number): TemplateField[] {
  return Array.from({ length: count }, (_, index) =>
    fieldV9(view.getUint16(at + index * 4), view.getUint16(at + index * 4 + 2)),
  );
}

/** RFC 3954 §5.2. */
export function readTemplateV9({ view, at, end }: TemplateSpan): ReadTemplate {
  if (at + 4 > end) return undefined;
  const count = view.getUint16(at + 2);
  const next = at + 4 + count * 4;
  if (next > end) return undefined;
  const fields = fieldsV9({ view, at: at + 4, end }, count);
  return { template: { id: view.getUint16(at), fields, scopes: 0 }, next };
}

/** RFC 3954 §6.1: scope and option lengths are in bytes. */
export function readOptionsTemplateV9({ view, at, end }: TemplateSpan): ReadTemplate {
  if (at + 6 > end) return undefined;
  const scopes = view.getUint16(at + 2) >> 2;
  const count = scopes + (view.getUint16(at + 4) >> 2);
  const next = at + 6 + count * 4;
  if (next > end) return undefined;
  const fields = fieldsV9({ view, at: at + 6, end }, count);
  // Options without a scope are still not flows.
  return { template: { id: view.getUint16(at), fields, scopes: Math.max(scopes, 1) }, next };
}

function fieldsIpfix(
  { view, at, end }: TemplateSpan,
  count: number,
): { readonly fields: TemplateField[]; readonly next: number } | undefined {
  const fields: TemplateField[] = [];
  let next = at;
  for (let index = 0; index < count; index += 1) {
    if (next + 4 > end) return undefined;
    const id = view.getUint16(next);
    const length = view.getUint16(next + 2);
    next += 4;
    if ((id & VENDOR_BIT) === 0) fields.push({ id, enterprise: 0, length });
    else {
      if (next + 4 > end) return undefined;
      fields.push({ id: id & ~VENDOR_BIT, enterprise: view.getUint32(next), length });
      next += 4;
    }
  }
  return { fields, next };
}

/** RFC 7011 §3.4.1; a count of 0 withdraws the template (§8.1). */
export function readTemplateIpfix({ view, at, end }: TemplateSpan): ReadTemplate {
  if (at + 4 > end) return undefined;
  const read = fieldsIpfix({ view, at: at + 4, end }, view.getUint16(at + 2));
  return read && { template: { id: view.getUint16(at), fields: read.fields, scopes: 0 }, next: read.next };
}

/** RFC 7011 §3.4.2.2. */
export function readOptionsTemplateIpfix({ view, at, end }: TemplateSpan): ReadTemplate {
  if (at + 4 > end) return undefined;
  const count = view.getUint16(at + 2);
  if (count === 0) return { template: { id: view.getUint16(at), fields: [], scopes: 1 }, next: at + 4 };
  if (at + 6 > end) return undefined;
  const read = fieldsIpfix({ view, at: at + 6, end }, count);
  // The scope field count must not be zero (§3.4.2.2); a template that violates this is still not a flow template.
  const scopes = Math.max(view.getUint16(at + 4), 1);
  return read && { template: { id: view.getUint16(at), fields: read.fields, scopes }, next: read.next };
}
