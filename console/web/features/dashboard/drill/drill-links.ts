import type { KeyPart } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { applicationAddress } from '#schemas/dashboard/element/page-kind.ts';
import { isInventoryKind, type InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';

/** A row, a slice, a bar or a point of a chart, that leads to alarms and inventory. */
export interface DrillTarget {
  readonly name: string;
  /** Elements that it stands for, outermost first; none: everything that the dashlet shows. */
  readonly key: readonly KeyPart[];
  /** Of a point: its step, seconds since 1970. */
  readonly period?: { readonly from: number; readonly to: number };
}

/** What the alerts of a customer are filtered by. */
export interface AlertPlace {
  readonly site: number[];
  readonly q: string | undefined;
}

/** A part of a target: where its alarms are, and its page in the inventory. */
export interface DrillPlace {
  readonly name: string;
  readonly attribute: KeyPart['attribute'];
  readonly alerts: AlertPlace;
  readonly element: { readonly kind: InventoryKind; readonly id: number } | undefined;
  /** Its past alarms are found by its last name. */
  readonly isDeleted: boolean;
}

/** Kinds that rows of traffic name by number, without a page of their own. */
const ofTraffic: readonly string[] = ['class', 'conversation'];

function elementOf({ attribute, id, deleted }: KeyPart, isOfFlows: boolean): DrillPlace['element'] {
  if (deleted === true) return undefined;
  if (attribute === 'conversation' && id > 0) return { kind: 'site', id };
  // By its number: the page is about every site.
  if (attribute === 'application') return { kind: 'application', id };
  if (isOfFlows && ofTraffic.includes(attribute)) return undefined;
  return isInventoryKind(attribute) ? { kind: attribute, id } : undefined;
}

/** The last part of the address of the page of an element. */
export const elementAddress = ({ kind, id }: NonNullable<DrillPlace['element']>): string =>
  kind === 'application' ? applicationAddress(id) : String(id);

/** Sites that the filters of a dashlet select. */
export const selectedSites = ({ filters = [] }: Pick<DataRequestInput, 'filters'>): number[] => [
  ...new Set(filters.flatMap(({ element, ids = [] }) => (element === 'site' ? ids : []))),
];

/** Where a target leads, innermost first; parts without a name lead nowhere. The selection of sites is retained. */
export function drillPlaces(
  { key }: Pick<DrillTarget, 'key'>,
  { sites, isOfFlows }: { readonly sites: readonly number[]; readonly isOfFlows: boolean },
): readonly DrillPlace[] {
  const ownSite = key.find(({ attribute, deleted }) => attribute === 'site' && deleted !== true)?.id;
  const within = ownSite === undefined ? [...sites] : [ownSite];
  return key.toReversed().flatMap((part): DrillPlace[] => {
    const { attribute, name, hidden } = part;
    if (name === null || hidden === true) return [];
    const element = elementOf(part, isOfFlows);
    // The label of a port starts with its device: words that alarms are found by.
    const q = name.replaceAll(' · ', ' ');
    const alerts = element?.kind === 'site' ? { site: [element.id], q: undefined } : { site: within, q };
    return [{ name, attribute, alerts, element, isDeleted: part.deleted === true }];
  });
}
