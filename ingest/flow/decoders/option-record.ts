import { fieldSize } from '../template/pack-record.ts';
import { deviceText } from '../template/device-text.ts';
import type { FlowTemplate } from '../template/template.ts';

interface FieldBytes {
  readonly at: number;
  readonly length: number;
}

/** Scopes of NetFlow v9 are no elements (RFC 3954 §6.1): system, interface, line card, cache, template. */
const SCOPE_TYPES = 5;
const INTERFACE_SCOPE = 2;
const ENTERPRISE = 2 ** 16;

/** A number of any length up to 8 bytes, big-endian; undefined when longer (a name). */
function numberAt(view: DataView, { at, length }: FieldBytes): number | undefined {
  if (length > 8) return undefined;
  let value = 0;
  for (let byte = 0; byte < length; byte += 1) value = value * 256 + view.getUint8(at + byte);
  return value;
}

/** One record of options: the elements that it carries, of an element that comes twice the first. */
export class OptionRecord {
  readonly view: DataView;
  readonly #fields = new Map<number, FieldBytes>();
  readonly #scopes = new Map<number, FieldBytes>();
  /** Where the next record begins; undefined when this one ends behind its set. */
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
      const place = { at: at + size.header, length: size.content };
      if (index < scopes && key <= SCOPE_TYPES) this.#scopes.set(key, place);
      else if (!this.#fields.has(key)) this.#fields.set(key, place);
      at += size.header + size.content;
    }
    this.next = at;
  }

  field(id: number, enterprise = 0): FieldBytes | undefined {
    return this.#fields.get(enterprise * ENTERPRISE + id);
  }

  /** The number of an element; undefined when the record has none, or one that is no number. */
  number(id: number, enterprise = 0): number | undefined {
    const place = this.field(id, enterprise);
    return place && numberAt(this.view, place);
  }

  /** The ifIndex of the interface that a record of NetFlow v9 is about; undefined when it is about something else. */
  get scopeInterface(): number | undefined {
    const place = this.#scopes.get(INTERFACE_SCOPE);
    return place && numberAt(this.view, place);
  }

  /** The text of an element; empty when the record has none. */
  text(id: number, enterprise = 0): string {
    const place = this.field(id, enterprise);
    return place === undefined ? '' : deviceText(this.view, place);
  }
}
