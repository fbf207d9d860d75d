import {
  NTOP_BASE,
  ciscoElements,
  enterprises,
  nokiaElements,
  ntopElements,
  paloAltoElements,
  viptelaElements,
  vmwareElements,
} from './enterprise-elements.ts';
import { ianaElements } from './iana-elements.generated.ts';
import type { TemplateField } from './template.ts';

export type ElementName =
  | keyof typeof ianaElements
  | keyof typeof ciscoElements
  | keyof typeof nokiaElements
  | keyof typeof ntopElements
  | keyof typeof paloAltoElements
  | keyof typeof viptelaElements
  | keyof typeof vmwareElements;

/** Key of an element: number and enterprise, 0 for IANA. */
export type InformationElement = Pick<TemplateField, 'id' | 'enterprise'>;

const keysOf = (
  elements: Readonly<Record<string, readonly [id: number, ...facts: string[]]>>,
  enterprise: number,
): readonly (readonly [string, InformationElement])[] =>
  Object.entries(elements).map(([name, [id]]) => [name, { id, enterprise }]);

const keys: ReadonlyMap<string, InformationElement> = new Map([
  ...keysOf(ianaElements, 0),
  ...keysOf(ciscoElements, enterprises.cisco),
  ...keysOf(nokiaElements, enterprises.nokia),
  ...keysOf(ntopElements, enterprises.ntop),
  ...keysOf(paloAltoElements, enterprises.paloAlto),
  ...keysOf(viptelaElements, enterprises.viptela),
  ...keysOf(vmwareElements, enterprises.vmware),
]);

const textOf = ({ id, enterprise }: InformationElement): string =>
  enterprise === 0 ? String(id) : `${String(enterprise)}/${String(id)}`;

const names: ReadonlyMap<string, string> = new Map([...keys].map(([name, key]) => [textOf(key), name]));

/** Returns the key of a named element. */
export function informationElement(name: ElementName): InformationElement {
  const key = keys.get(name);
  if (key === undefined) throw new Error(`unknown information element ${name}`);
  return key;
}

/** More elements than nProbe has. */
const NTOP_ELEMENTS = 1_000;

/**
 * Element of a vendor-specific NetFlow v9 type, which is the element number with the upper bit set: Cisco (enterprise
 * 9) unless the number is known from another vendor. Those of nProbe are counted from a base.
 */
export function vendorElement(id: number): InformationElement {
  if (id >= NTOP_BASE && id < NTOP_BASE + NTOP_ELEMENTS)
    return { id: id - NTOP_BASE, enterprise: enterprises.ntop };
  const others = [
    [enterprises.viptela, viptelaElements],
    [enterprises.paloAlto, paloAltoElements],
  ] as const;
  const found = others.find(([, elements]) => Object.values(elements).some(([number]) => number === id));
  return { id, enterprise: found?.[0] ?? enterprises.cisco };
}

/** IANA numbers of named elements. */
export const ianaNumbers = (...list: readonly (keyof typeof ianaElements)[]): readonly number[] =>
  list.map((name) => ianaElements[name][0]);

/** NetFlow v9 types below 128 that IANA reserves without a name (RFC 7012 §4.2). */
const NETFLOW_V9_TYPES = 128;

/**
 * Label of an element that is in no registry: its number, prefixed by its enterprise (`25506/12`). Undefined for known
 * elements.
 */
export function unknownElement({ id, enterprise }: InformationElement): string | undefined {
  const ofIana = enterprise === enterprises.reverse ? 0 : enterprise;
  if (ofIana === 0 && id < NETFLOW_V9_TYPES) return undefined;
  const text = textOf({ id, enterprise: ofIana });
  return names.has(text) ? undefined : textOf({ id, enterprise });
}

/** Name of an element, `reverse …` for that of the other direction (RFC 5103). Undefined for an element that is in no registry. */
export function elementName({ id, enterprise }: InformationElement): string | undefined {
  const isReverse = enterprise === enterprises.reverse;
  const name = names.get(textOf({ id, enterprise: isReverse ? 0 : enterprise }));
  return isReverse && name !== undefined ? `reverse ${name}` : name;
}
