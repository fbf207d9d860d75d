import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { fieldsOfChange, type ChangeDimensionId } from '#schemas/explore/changed/dimensions.ts';
import type { ExploreKeyPart } from '#schemas/explore/explore.ts';
import { defaultSubnet } from '#schemas/explore/subnet.ts';
import { dimension, type DimensionId } from '#schemas/explore/fields.ts';

import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { QosClass } from '#schemas/qos/qos-class.ts';
import type { Caller } from '#server/kernel/access/caller.ts';
import { keyParts } from '../key-parts.ts';

interface ValueNameNeeds {
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly db: Db;
}

interface NamedFor {
  readonly caller: Caller;
  readonly customer: number;
  readonly inventory: Inventory;
  readonly classes: readonly QosClass[];
  readonly asNames: ReadonlyMap<number, string>;
  /** Names as of this time, seconds since 1970. */
  readonly to: number;
}

/** A value of a dimension, as texts. */
interface DimensionValue {
  readonly dimension: ChangeDimensionId;
  readonly values: readonly string[];
}

interface NamedValue {
  /** Null: outside of every site, or a site that the caller may not see. */
  readonly names: (string | null)[];
  /** The flows with the value in the filter language; empty where it cannot be written. */
  readonly filter: string;
}

const keyOf = ({ dimension: id, values }: DimensionValue): string => JSON.stringify([id, values]);

function nameOf(field: DimensionId, { id, name }: ExploreKeyPart): string | null {
  const { type } = dimension(field);
  if (name !== null || type === 'site') return name;
  return type === 'as' ? `AS${id}` : id;
}

function named(parts: readonly ExploreKeyPart[], fields: readonly DimensionId[]): NamedValue {
  const tests = parts.map(({ filter }, place) =>
    filter === null ? undefined : `${fields[place] ?? ''} = ${filter}`,
  );
  return {
    names: parts.map((part, place) => nameOf(fields[place] ?? 'application', part)),
    filter: tests.includes(undefined) ? '' : tests.join(' and '),
  };
}

/** Names and filters of values, as the explorer has them. */
export async function valueNames(
  needs: ValueNameNeeds,
  { customer, ...of }: NamedFor,
  values: readonly DimensionValue[],
): Promise<(value: DimensionValue) => NamedValue> {
  const found = new Map<string, NamedValue>();
  for (const [id, own] of Map.groupBy(values, (value) => value.dimension)) {
    const fields = fieldsOfChange(id);
    const scope = { ...of, customers: [customer], subnet: defaultSubnet };
    const keys = own.map((value) => value.values);
    const parts = await keyParts(needs, scope, { dimensions: fields, keys });
    for (const [place, value] of own.entries()) found.set(keyOf(value), named(parts[place] ?? [], fields));
  }
  return (value) => found.get(keyOf(value)) ?? { names: [...value.values], filter: '' };
}
