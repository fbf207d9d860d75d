import { dateAtMs } from '#platform/clock/time.ts';
import { elementsInContext } from '#server/shared/context/context.ts';
import { filteredKinds, type ElementFilter, type FilteredKind } from '#schemas/data/element-filter.ts';
import { elementProperty } from '#server/shared/context/element-test.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { PLACEHOLDER } from '#schemas/dashboard/dashlets/sdwan.ts';
import type { Fault } from '#schemas/problem/fault.ts';

/** What placeholders are filled from. */
export interface PlaceholderContext {
  readonly inventory: Inventory;
  readonly customer: number;
  /** Sites that the reader may see; undefined: all. */
  readonly sites: readonly number[] | undefined;
  readonly filters: readonly ElementFilter[];
  /** Seconds since 1970. */
  readonly period: { readonly from: number; readonly to: number };
}

type PlaceholderFault = Pick<Fault, 'code' | 'params'>;
type Filled = { readonly ok: true; readonly text: string } | ({ readonly ok: false } & PlaceholderFault);

/** Left to the client of the manager, which knows the tenant. */
const TENANT = '{manager.tenant}';

/** Areas and clusters are not part of a network, and some are restricted. */
const kinds: readonly string[] = filteredKinds.filter((kind) => kind !== 'area' && kind !== 'cluster');
const isKind = (kind: string): kind is FilteredKind => kinds.includes(kind);

const unknownAttribute = (name: string): PlaceholderFault => ({
  code: 'SDWAN_ATTRIBUTE_UNKNOWN',
  params: { name },
});

/** What is not an element: the customer and the period. */
function constantsOf({ inventory, customer, period }: PlaceholderContext) {
  const { clientId = '', name = '' } = inventory.customers.get(customer) ?? {};
  // vManage takes dates without a zone, in UTC.
  const date = (seconds: number): string =>
    dateAtMs(seconds * 1_000)
      .toISOString()
      .slice(0, 19);
  const { from, to } = period;
  return {
    customer: { name, clientid: clientId },
    period: {
      from: date(from),
      to: date(to),
      fromms: String(from * 1_000),
      toms: String(to * 1_000),
    },
  } as const;
}

function elementValue(context: PlaceholderContext, kind: FilteredKind, attribute: string): Filled {
  const found = [...elementsInContext(context.inventory, { ...context, kind })];
  const [first] = found;
  if (first === undefined) return { ok: false, code: 'SDWAN_CONTEXT_NO_MATCH', params: { name: kind } };
  const name = `${kind}.${attribute}`;
  // Whatever the context leaves, a context that is narrower would not help.
  if (attribute !== 'id' && !found.some(({ properties }) => Object.hasOwn(properties, attribute)))
    return { ok: false, ...unknownAttribute(name) };
  if (found.length > 1)
    return {
      ok: false,
      code: 'SDWAN_CONTEXT_MANY_MATCHES',
      params: { name: kind, count: found.length },
    };
  const value = attribute === 'id' ? String(first.id) : elementProperty(first, attribute);
  return value === ''
    ? { ok: false, code: 'SDWAN_CONTEXT_NO_MATCH', params: { name } }
    : { ok: true, text: value };
}

function valueOf(context: PlaceholderContext, kind: string, attribute = 'name'): Filled {
  const constants: Readonly<Record<string, Readonly<Record<string, string>>>> = constantsOf(context);
  const own = Object.hasOwn(constants, kind) ? constants[kind] : undefined;
  if (own !== undefined) {
    const text = Object.hasOwn(own, attribute) ? own[attribute] : undefined;
    return text === undefined
      ? { ok: false, ...unknownAttribute(`${kind}.${attribute}`) }
      : { ok: true, text };
  }
  if (!isKind(kind)) return { ok: false, code: 'SDWAN_ELEMENT_UNKNOWN', params: { name: kind } };
  return elementValue(context, kind, attribute);
}

/** Fills the placeholders of a text with the elements of the context; `encode` makes a value safe where it is put. */
export function fillPlaceholders(
  text: string,
  context: PlaceholderContext,
  encode: (value: string) => string,
): Filled {
  let fault: PlaceholderFault | undefined;
  const filled = text.replaceAll(PLACEHOLDER, (all, kind: string, attribute?: string) => {
    if (all.toLowerCase() === TENANT) return TENANT;
    const value = valueOf(context, kind.toLowerCase(), attribute?.toLowerCase());
    if (value.ok) return encode(value.text);
    fault ??= { code: value.code, ...(value.params && { params: value.params }) };
    return '';
  });
  return fault === undefined ? { ok: true, text: filled } : { ok: false, ...fault };
}

/** Whether a text names an element of the network, so that its response is about that element. */
export const namesElement = (text: string): boolean =>
  [...text.matchAll(PLACEHOLDER)].some(([, kind = '']) => isKind(kind.toLowerCase()));
