import { ciscoElements, enterprises, paloAltoElements, viptelaElements } from './enterprise-elements.ts';
import { ianaElements } from './iana-elements.generated.ts';
import type { TemplateField } from './template.ts';

export type ElementName =
  | keyof typeof ianaElements
  | keyof typeof ciscoElements
  | keyof typeof paloAltoElements
  | keyof typeof viptelaElements;

/** Which element a field is: number and enterprise, 0 for IANA's. */
export type InformationElement = Pick<TemplateField, 'id' | 'enterprise'>;

const keysOf = (
  elements: Readonly<Record<string, readonly [id: number, ...facts: string[]]>>,
  enterprise: number,
): readonly (readonly [string, InformationElement])[] =>
  Object.entries(elements).map(([name, [id]]) => [name, { id, enterprise }]);

const keys: ReadonlyMap<string, InformationElement> = new Map([
  ...keysOf(ianaElements, 0),
  ...keysOf(ciscoElements, enterprises.cisco),
  ...keysOf(paloAltoElements, enterprises.paloAlto),
  ...keysOf(viptelaElements, enterprises.viptela),
]);

const textOf = ({ id, enterprise }: InformationElement): string =>
  enterprise === 0 ? String(id) : `${String(enterprise)}/${String(id)}`;

const names: ReadonlyMap<string, string> = new Map([...keys].map(([name, key]) => [textOf(key), name]));

/** The element of a name. */
export function informationElement(name: ElementName): InformationElement {
  const key = keys.get(name);
  if (key === undefined) throw new Error(`no element is called ${name}`);
  return key;
}

/**
 * The element of a vendor's own type of NetFlow v9, which carries the element's number with the upper bit set: Cisco's of
 * enterprise 9, but for those that other vendors are known to use.
 */
export function vendorElement(id: number): InformationElement {
  const others = [
    [enterprises.viptela, viptelaElements],
    [enterprises.paloAlto, paloAltoElements],
  ] as const;
  const found = others.find(([, elements]) => Object.values(elements).some(([number]) => number === id));
  return { id, enterprise: found?.[0] ?? enterprises.cisco };
}

/** IANA's numbers of names of the registry. */
export const ianaNumbers = (...list: readonly (keyof typeof ianaElements)[]): readonly number[] =>
  list.map((name) => ianaElements[name][0]);

/** Types of NetFlow v9 below 128 that IANA keeps for it without a name of their own (RFC 7012 §4.2). */
const OF_NETFLOW_V9 = 128;

/**
 * How an element is called that no list names: its number, behind its enterprise (`25506/12`); undefined for those that are
 * known.
 */
export function unknownElement({ id, enterprise }: InformationElement): string | undefined {
  const ofIana = enterprise === enterprises.reverse ? 0 : enterprise;
  if (ofIana === 0 && id < OF_NETFLOW_V9) return undefined;
  const text = textOf({ id, enterprise: ofIana });
  return names.has(text) ? undefined : textOf({ id, enterprise });
}
