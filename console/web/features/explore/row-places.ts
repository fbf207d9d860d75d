import { applicationAddress } from '#schemas/dashboard/element/page-kind.ts';
import type { KeyPart } from '#schemas/data/data-result-size.ts';
import { fieldsOfChange } from '#schemas/explore/changed/dimensions.ts';
import type { ChangeValue } from '#schemas/explore/changed/what-changed.ts';
import type { ExploreRow } from '#schemas/explore/explore.ts';
import type { FieldType } from '#schemas/explore/field-type.ts';
import { dimension } from '#schemas/explore/fields.ts';
import { isInventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import type { ElementPlace } from '#web/kernel/element/element-reach.ts';

/** The page of what a part of a row names; undefined: it has none. */
export type RowPlace = (ElementPlace & { readonly customer: number }) | undefined;

const application = (number: number): ElementPlace => ({
  kind: 'application',
  id: applicationAddress(number),
});

const kinds = { site: 'site', exporter: 'device', interface: 'interface', customer: 'customer' } as const;

function placeOfField(type: FieldType, number: number): ElementPlace | undefined {
  if (!Number.isSafeInteger(number) || number <= 0) return undefined;
  if (type === 'application') return application(number);
  return Object.hasOwn(kinds, type) ? { kind: kinds[type as keyof typeof kinds], id: number } : undefined;
}

/** The pages of the parts of a row of flows. Those of a row of several customers are known where the customer is one of them. */
export function placesOfFlows(
  { key }: Pick<ExploreRow, 'key'>,
  customer: number | undefined,
): readonly RowPlace[] {
  const own = key.find((part) => dimension(part.dimension).type === 'customer');
  const of = customer ?? (own === undefined ? undefined : Number(own.id));
  return key.map(({ dimension: field, id, name, hidden }) => {
    const place =
      hidden === true || name === null ? undefined : placeOfField(dimension(field).type, Number(id));
    return place === undefined || of === undefined ? undefined : { ...place, customer: of };
  });
}

/** The pages of the names of a value that moved. */
export function placesOfChange(
  { dimension: of, values, names }: Pick<ChangeValue, 'dimension' | 'values' | 'names'>,
  customer: number,
): readonly RowPlace[] {
  const fields = fieldsOfChange(of);
  return values.map((value, index) => {
    const field = fields[index];
    const isNamed = field !== undefined && (names[index] ?? null) !== null;
    const place = isNamed ? placeOfField(dimension(field).type, Number(value)) : undefined;
    return place && { ...place, customer };
  });
}

/** The page of a part of a row of a KPI. Rows of traffic name classes by number. */
export function placeOfKey(
  { attribute, id, name, hidden, deleted }: KeyPart,
  { customer, isOfFlows }: { readonly customer: number; readonly isOfFlows: boolean },
): RowPlace {
  if (hidden === true || deleted === true || name === null || id <= 0) return undefined;
  if (attribute === 'application') return { ...application(id), customer };
  if (attribute === 'conversation') return { kind: 'site', id, customer };
  if ((isOfFlows && attribute === 'class') || !isInventoryKind(attribute)) return undefined;
  return { kind: attribute, id, customer };
}
