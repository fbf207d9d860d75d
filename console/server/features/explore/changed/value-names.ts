import type { Db } from '#platform/postgres/postgres.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { applicationName } from '#schemas/application/application-name.ts';
import { fieldsOf, type ChangeDimensionId } from '#schemas/explore/changed/dimensions.ts';
import { dimension, type DimensionId } from '#schemas/explore/fields.ts';
import { elementLabel } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { dscpName } from '#schemas/qos/dscp.ts';
import type { QosClass } from '#schemas/qos/qos-class.ts';
import type { Caller } from '#server/kernel/access/caller.ts';
import { findApplicationNames } from '#server/shared/application/find-application-names.ts';
import { protocolText } from '#schemas/explore/changed/value-filter.ts';

interface NameNeeds {
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly db: Db;
  readonly inventory: Inventory;
  readonly classes: readonly QosClass[];
}

interface NamedFor {
  readonly caller: Caller;
  readonly customer: number;
  /** Names as of this time, seconds since 1970. */
  readonly to: number;
}

export interface NamedValue {
  readonly dimension: ChangeDimensionId;
  readonly values: readonly string[];
}

type NameOf = (value: NamedValue) => (string | null)[];

/** Names of values: null for outside of every site, and for a site that the caller may not see. */
export async function valueNames(
  { clickhouse, db, inventory, classes }: NameNeeds,
  { caller, customer, to }: NamedFor,
  values: readonly NamedValue[],
): Promise<NameOf> {
  const applications = [
    ...new Set(values.flatMap((each) => (each.dimension === 'application' ? each.values.map(Number) : []))),
  ];
  const asked = { caller, customer, device: 0, applications, to };
  const named = await findApplicationNames({ clickhouse, db }, asked);
  const nameOf = (field: DimensionId, text: string): string | null => {
    const id = Number(text);
    switch (dimension(field).type) {
      case 'site':
        return inventory.sites.get(id)?.name ?? null;
      case 'exporter':
        return inventory.devices.get(id)?.name ?? null;
      case 'interface':
        return elementLabel(inventory, id) || null;
      case 'application':
        return named.get(id) ?? applicationName(id);
      case 'class':
        return classes.find((each) => each.id === id)?.name ?? null;
      case 'dscp':
        return dscpName(id);
      case 'protocol':
        return protocolText(id).toUpperCase();
      case 'as':
        return `AS${text}`;
      case 'customer':
      case 'country':
      case 'address':
      case 'subnet':
      case 'number':
      case 'direction':
      case 'way':
      case 'flags':
      case 'text':
      case 'mac':
        return text;
    }
  };
  return (value) => fieldsOf(value.dimension).map((field, place) => nameOf(field, value.values[place] ?? ''));
}
