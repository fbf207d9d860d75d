import { fieldSize } from '../template/pack-record.ts';
import { deviceText } from '../template/device-text.ts';
import type { FlowTemplate } from '../template/template.ts';

interface FieldBytes {
  readonly at: number;
  readonly length: number;
}

/**
 * NetFlow v9 scope types are not information elements (RFC 3954 §6.1): system, interface, line card, cache, template.
 */
const SCOPE_TYPES = 5;
const INTERFACE_SCOPE = 2;
const ENTERPRISE = 2 ** 16;

/** Reads a big-endian number of up to 8 bytes. Undefined if it is longer, as names are. */
function numberAt(view: DataView, { at, length }: FieldBytes): number | undefined {
  if (length > 8) return undefined;
  let value = 0;
  for (let byte = 0; byte < length; byte += 1) value = value * 256 + view.getUint8(at + byte);
  return value;
}

/** One options record: its fields by element. The first occurrence of an element counts. */
export class OptionRecord {
  readonly view: DataView;
  readonly #fields = new Map<number, FieldBytes>();
  readonly #scopes = new Map<number, FieldBytes>();
  /** Offset of the next record. Undefined if this one is truncated. */
  readonly next: number | undefined;

  constructor(
    { fields, scopes }: FlowTemplate,
    view: DataView,
    span: { readonly at: number; readonly end: number },
  ) {
    this.view = view;
    let { at } = span;
    for (const [index, { id, enterprise, length }] of fields.entries()) {
      const size = fieldSize(view, { at, end: span.end }, length);
      if (size === undefined) return;
      const key = enterprise * ENTERPRISE + id;
      const bytes = { at: at + size.header, length: size.content };
      if (index < scopes && key <= SCOPE_TYPES) this.#scopes.set(key, bytes);
      else if (!this.#fields.has(key)) this.#fields.set(key, bytes);
      at += size.header + size.content;
    }
    this.next = at;
  }

  field(id: number, enterprise = 0): FieldBytes | undefined {
    return this.#fields.get(enterprise * ENTERPRISE + id);
  }

  /** Returns an element as a number. Undefined if it is missing or not a number. */
  number(id: number, enterprise = 0): number | undefined {
    const bytes = this.field(id, enterprise);
    return bytes && numberAt(this.view, bytes);
  }

  /** ifIndex of a NetFlow v9 interface scope. Undefined for other scopes. */
  get scopeInterface(): number | undefined {
    const bytes = this.#scopes.get(INTERFACE_SCOPE);
    return bytes && numberAt(this.view, bytes);
  }

  /** Returns an element as text, empty if it is missing. */
  text(id: number, enterprise = 0): string {
    const bytes = this.field(id, enterprise);
    return bytes === undefined ? '' : deviceText(this.view, bytes);
  }
}
