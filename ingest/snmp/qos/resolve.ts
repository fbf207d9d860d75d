import type { Value } from '../value.ts';
import type { TableBinding } from '../walk-column.ts';
import type { QosClass } from './qos-class.ts';
import type { TableName } from './tables.ts';

export type QosTables = Readonly<Record<TableName, readonly TableBinding[]>>;

/** CISCO-CLASS-BASED-QOS-MIB QosObjectType and TrafficDirection. */
const POLICY_MAP = 1;
const CLASS_MAP = 2;
const OUTPUT = 2;
/** Policies are nested three deep at most; a device that names a parent of itself is not followed. */
const MOST_DEPTH = 12;

export const numberOf = (value: Value | undefined): number | undefined =>
  value?.type === 'integer' || value?.type === 'gauge32' ? value.value : undefined;

export const numbers = (rows: readonly TableBinding[]): ReadonlyMap<string, number> =>
  new Map(
    rows.flatMap(({ index, value }) => {
      const number = numberOf(value);
      return number === undefined ? [] : [[index, number] as const];
    }),
  );

const texts = (rows: readonly TableBinding[]): ReadonlyMap<string, string> =>
  new Map(
    rows.flatMap(({ index, value }) => (value.type === 'octets' ? [[index, value.value] as const] : [])),
  );

interface Named {
  readonly path: readonly string[];
  readonly classes: number;
}

/** Walks from an object up to the policy that stands on the interface. */
function pathTo(tables: QosTables): (policy: string, index: string) => Named | undefined {
  const [config, kind, parent] = [numbers(tables.config), numbers(tables.kind), numbers(tables.parent)];
  const names = new Map([
    [POLICY_MAP, texts(tables.policyName)],
    [CLASS_MAP, texts(tables.className)],
  ]);
  return (policy, from) => {
    const path: string[] = [];
    let classes = 0;
    let index = from;
    for (let depth = 0; depth < MOST_DEPTH; depth += 1) {
      const type = kind.get(index);
      const name = names.get(type ?? 0)?.get(String(config.get(index)));
      if (name === undefined) return undefined;
      path.unshift(name);
      classes += Number(type === CLASS_MAP);
      const above = parent.get(index);
      if (above === undefined) return undefined;
      if (above === 0) return { path, classes };
      index = `${policy}.${String(above)}`;
    }
    return undefined;
  };
}

/** The classes of all policies of a device; what does not fit together is left out. */
export function resolveClasses(tables: QosTables): readonly QosClass[] {
  const [directions, ifIndexes] = [numbers(tables.direction), numbers(tables.ifIndex)];
  const named = pathTo(tables);
  return tables.kind.flatMap(({ index, value }): readonly QosClass[] => {
    if (numberOf(value) !== CLASS_MAP) return [];
    const [policy = ''] = index.split('.');
    const ifIndex = ifIndexes.get(policy);
    const found = named(policy, index);
    if (ifIndex === undefined || found === undefined) return [];
    const direction = directions.get(policy) === OUTPUT ? 'out' : 'in';
    return [{ ifIndex, direction, index, path: found.path, outermost: found.classes === 1 }];
  });
}
