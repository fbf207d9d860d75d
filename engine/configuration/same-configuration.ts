import { isDeepStrictEqual } from 'node:util';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { STEP_SIZE, type Steps } from '#platform/clock/steps.ts';
import type { ElementTable } from './element-table.ts';
import type { EngineConfiguration } from './engine-configuration.ts';

type Numbers = Uint32Array | Float64Array;

/** By value: the stored form of equal ones may differ in padding. */
const sameNumbers = (a: Numbers | undefined, b: Numbers | undefined): boolean => {
  if (a === undefined || b === undefined) return a === b;
  const bytes = ({ buffer, byteOffset, byteLength }: Numbers) => Buffer.from(buffer, byteOffset, byteLength);
  return a.length === b.length && bytes(a).equals(bytes(b));
};

const tableKeys = [
  'ids',
  'customers',
  'sites',
  'inBps',
  'outBps',
  'details',
  'devices',
  'accesses',
  'ports',
] as const;

const sameTable = (a: ElementTable, b: ElementTable | undefined): boolean =>
  tableKeys.every((key) => sameNumbers(a[key], b?.[key]));

/** Both are sorted. */
function* sameMapSteps(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): Steps<boolean> {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  let seen = 0;
  for (const [key, value] of a) {
    if (!Object.is(b.get(key), value)) return false;
    seen += 1;
    if (seen % STEP_SIZE === 0) yield undefined;
  }
  return true;
}

function* sameAlarmSteps(a: AlarmDefinition, b: AlarmDefinition | undefined): Steps<boolean> {
  if (b === undefined) return false;
  const { byCustomer: _, byElement: __, ...own } = a;
  const { byCustomer: ___, byElement: ____, ...other } = b;
  return (
    isDeepStrictEqual(own, other) &&
    (yield* sameMapSteps(a.byCustomer, b.byCustomer)) &&
    (yield* sameMapSteps(a.byElement, b.byElement))
  );
}

/** Whether two configurations compute the same. */
export function* sameConfigurationSteps(a: EngineConfiguration, b: EngineConfiguration): Steps<boolean> {
  if (a.elements.length !== b.elements.length || a.alarms.length !== b.alarms.length) return false;
  if (!sameNumbers(a.inactive, b.inactive) || !sameNumbers(a.unexplained, b.unexplained)) return false;
  if (!isDeepStrictEqual([a.clusters, a.definitions], [b.clusters, b.definitions])) return false;
  for (const [source, table] of a.elements.entries()) {
    if (!sameTable(table, b.elements[source])) return false;
    yield undefined;
  }
  for (const [index, alarm] of a.alarms.entries())
    if (!(yield* sameAlarmSteps(alarm, b.alarms[index]))) return false;
  return true;
}
