import type { ElementFilter } from '../../data/element-filter.ts';
import type { InventoryKind } from '../../inventory/list/inventory-kind.ts';
import type { PageKind } from './page-kinds.ts';

/** What the page of an element is about. */
export interface PageSubject {
  readonly kind: PageKind;
  readonly id: number;
  /** Of an application: its number in flows, under which it is the same at every site. */
  readonly number?: number | undefined;
  /** Of an application at one site. */
  readonly site?: number | undefined;
}

const selected = (element: ElementFilter['element'], id: number): ElementFilter => ({
  element,
  ids: [id],
  predicates: [],
  onlyActive: false,
});

/** What selects the values of an element; undefined: no filter does, as of a conversation. */
export function filtersOf({ kind, id, number, site }: PageSubject): readonly ElementFilter[] | undefined {
  if (kind === 'customer') return [];
  if (kind === 'conversation') return undefined;
  if (kind !== 'application') return [selected(kind, id)];
  if (number === undefined) return undefined;
  return [selected('application', number), ...(site === undefined ? [] : [selected('site', site)])];
}

/** Kinds of elements whose alarms are those of the element as well, itself first. */
const markedKinds: Readonly<Partial<Record<PageKind, readonly ElementFilter['element'][]>>> = {
  customer: ['site', 'device', 'interface', 'tunnel', 'probe', 'class', 'sensor', 'peer'],
  site: ['site', 'device', 'interface', 'tunnel', 'probe', 'class', 'sensor', 'peer'],
  device: ['device', 'interface', 'tunnel', 'probe', 'class', 'sensor', 'peer', 'collector'],
};

/** The elements whose alarms and silences the page of an element shows, as `listElementMarks` selects them. */
export function markedBy(
  subject: PageSubject,
): readonly { readonly element: ElementFilter['element']; readonly filters: ElementFilter[] }[] {
  const filters = filtersOf(subject);
  const { kind } = subject;
  if (filters === undefined || kind === 'conversation') return [];
  const kinds = markedKinds[kind] ?? (kind === 'customer' ? [] : [kind]);
  return kinds.map((element) => ({ element, filters: [...filters] }));
}

/** Kinds of parts that the page of a kind lists, in the order of its tables. */
export const listedPartKinds: Readonly<Partial<Record<PageKind, readonly InventoryKind[]>>> = {
  customer: ['site'],
  site: ['device', 'interface', 'tunnel', 'probe', 'class'],
  device: ['interface', 'tunnel', 'probe', 'class', 'peer', 'sensor'],
};

/** The last part of the address of an application at every site: `n` and its number. */
export const applicationAddress = (number: number): string => `n${String(number)}`;

/** The number in such an address; undefined: it is the id of an element. */
export function numberInAddress(element: string): number | undefined {
  const [, digits] = /^n(\d{1,15})$/.exec(element) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
