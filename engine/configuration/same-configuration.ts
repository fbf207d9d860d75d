import { isDeepStrictEqual } from 'node:util';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { AT_A_STEP } from '../partition/steps.ts';
import type { StepsTo } from '../partition/steps.ts';
import type { ElementTable } from './element-table.ts';
import type { EngineConfiguration } from './engine-configuration.ts';

type Numbers = Uint32Array | Float64Array;

/** By value: the stored form of equal ones may differ in padding. */
const sameNumbers = (a: Numbers | undefined, b: Numbers | undefined): boolean => {
  if (a === undefined || b === undefined) return a === b;
  const bytes = ({ buffer, byteOffset, byteLength }: Numbers) => Buffer.from(buffer, byteOffset, byteLength);
  return a.length === b.length && bytes(a).equals(bytes(b));
};

const tableKeys = ['ids', 'customers', 'sites', 'inBps', 'outBps', 'details'] as const;

const sameTable = (a: ElementTable, b: ElementTable | undefined): boolean =>
  tableKeys.every((key) => sameNumbers(a[key], b?.[key]));

/** Both stand in order. */
function* sameMap(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): StepsTo<boolean> {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  let seen = 0;
  for (const [key, value] of a) {
    if (!Object.is(b.get(key), value)) return false;
    seen += 1;
    if (seen % AT_A_STEP === 0) yield undefined;
  }
  return true;
}

function* sameAlarm(a: AlarmDefinition, b: AlarmDefinition | undefined): StepsTo<boolean> {
  if (b === undefined) return false;
  const { byCustomer: _, byElement: __, ...own } = a;
  const { byCustomer: ___, byElement: ____, ...other } = b;
  return (
    isDeepStrictEqual(own, other) &&
    (yield* sameMap(a.byCustomer, b.byCustomer)) &&
    (yield* sameMap(a.byElement, b.byElement))
  );
}

/** Whether two configurations compute the same; in steps. */
export function* sameConfiguration(a: EngineConfiguration, b: EngineConfiguration): StepsTo<boolean> {
  if (a.elements.length !== b.elements.length || a.alarms.length !== b.alarms.length) return false;
  if (!sameNumbers(a.inactive, b.inactive)) return false;
  if (!isDeepStrictEqual([a.clusters, a.definitions], [b.clusters, b.definitions])) return false;
  for (const [source, table] of a.elements.entries()) {
    if (!sameTable(table, b.elements[source])) return false;
    yield undefined;
  }
  for (const [index, alarm] of a.alarms.entries())
    if (!(yield* sameAlarm(alarm, b.alarms[index]))) return false;
  return true;
}
