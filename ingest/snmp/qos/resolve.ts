import type { SnmpValue } from '../agent/value.ts';
import type { TableBinding } from '../request/walk-column.ts';
import type { PolicyClass } from './qos-class.ts';
import type { TableName } from './tables.ts';

export type QosTables = Readonly<Record<TableName, readonly TableBinding[]>>;

/** CISCO-CLASS-BASED-QOS-MIB QosObjectType and TrafficDirection. */
const POLICY_MAP = 1;
const CLASS_MAP = 2;
const OUTPUT = 2;
/** Policies are nested at most three deep. Bounds a device that reports a cyclic parent. */
const MAX_DEPTH = 12;

export const integerOrGauge = (value: SnmpValue | undefined): number | undefined =>
  value?.type === 'integer' || value?.type === 'gauge32' ? value.value : undefined;

export const numbersByIndex = (rows: readonly TableBinding[]): ReadonlyMap<string, number> =>
  new Map(
    rows.flatMap(({ index, value }) => {
      const number = integerOrGauge(value);
      return number === undefined ? [] : [[index, number] as const];
    }),
  );

const textsByIndex = (rows: readonly TableBinding[]): ReadonlyMap<string, string> =>
  new Map(
    rows.flatMap(({ index, value }) => (value.type === 'octets' ? [[index, value.value] as const] : [])),
  );

interface ResolvedPath {
  readonly path: readonly string[];
  readonly classes: number;
}

/** Walks from an object up to the policy on the interface. */
function pathTo(tables: QosTables): (policy: string, index: string) => ResolvedPath | undefined {
  const [config, kind, parent] = [
    numbersByIndex(tables.config),
    numbersByIndex(tables.kind),
    numbersByIndex(tables.parent),
  ];
  const names = new Map([
    [POLICY_MAP, textsByIndex(tables.policyName)],
    [CLASS_MAP, textsByIndex(tables.className)],
  ]);
  return (policy, from) => {
    const path: string[] = [];
    let classes = 0;
    let index = from;
    for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
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

/** Returns the classes of all policies of a device; inconsistent objects are omitted. */
export function resolveClasses(tables: QosTables): readonly PolicyClass[] {
  const [directions, ifIndexes] = [numbersByIndex(tables.direction), numbersByIndex(tables.ifIndex)];
  const named = pathTo(tables);
  return tables.kind.flatMap(({ index, value }): readonly PolicyClass[] => {
    if (integerOrGauge(value) !== CLASS_MAP) return [];
    const [policy = ''] = index.split('.');
    const ifIndex = ifIndexes.get(policy);
    const found = named(policy, index);
    if (ifIndex === undefined || found === undefined) return [];
    const direction = directions.get(policy) === OUTPUT ? 'out' : 'in';
    return [{ ifIndex, direction, index, path: found.path, outermost: found.classes === 1 }];
  });
}
