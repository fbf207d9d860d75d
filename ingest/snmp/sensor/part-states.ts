import { numericValue } from '../agent/value.ts';
import type { RequestContext } from '../request/get-objects.ts';
import { walkTable } from '../request/walk-column.ts';
import { working, type DeviceSensor, type SensorValues } from './device-sensor.ts';
import { physicalClass, type Entity } from './entities.ts';

const MAX_ROWS = 5_000;

interface StateColumn {
  readonly mib: string;
  readonly column: string;
  readonly parts: readonly number[];
  /** By value; others are unknown, or mean that the part is off or absent on purpose. */
  readonly states: Readonly<Record<number, boolean>>;
}

/** States of fans and power supplies by entPhysicalIndex, the preferred column of each part first. */
const stateColumns: readonly StateColumn[] = [
  {
    /** cefcFRUPowerOperStatus: 2 is on, 3 is off by an administrator; all others are faults. */
    mib: 'CISCO-ENTITY-FRU-CONTROL-MIB',
    column: '1.3.6.1.4.1.9.9.117.1.1.2.1.2',
    parts: [physicalClass.powerSupply],
    states: {
      1: false,
      2: true,
      4: false,
      5: false,
      6: false,
      7: false,
      8: false,
      9: false,
      10: false,
      11: false,
      12: false,
    },
  },
  {
    /** cefcFanTrayOperStatus: up, down, warning. */
    mib: 'CISCO-ENTITY-FRU-CONTROL-MIB',
    column: '1.3.6.1.4.1.9.9.117.1.4.1.1.1',
    parts: [physicalClass.fan],
    states: { 2: true, 3: false, 4: false },
  },
  {
    /** entStateOper (RFC 4268): disabled, enabled, testing. */
    mib: 'ENTITY-STATE-MIB',
    column: '1.3.6.1.2.1.131.1.1.1.3',
    parts: [physicalClass.powerSupply, physicalClass.fan],
    states: { 2: false, 3: true, 4: true },
  },
];

/** Whether a part works by its state, nothing if that is unknown. */
export const stateValues = (
  states: Readonly<Record<number, boolean>>,
  state: number | undefined,
): SensorValues => working(state === undefined ? undefined : states[state]);

function partSensor(
  { name, kind }: Entity,
  {
    mib,
    states,
    index,
    oid,
  }: Pick<StateColumn, 'mib' | 'states'> & { readonly index: string; readonly oid: string },
): DeviceSensor {
  const isFan = kind === physicalClass.fan;
  return {
    name: name === '' ? `${isFan ? 'Fan' : 'Power supply'} ${index}` : name,
    kind: isFan ? 'fan' : 'power',
    mib,
    objects: { state: oid },
    read: ({ state }) => stateValues(states, numericValue(state)),
  };
}

/** Fans and power supplies with a state. Undefined if the agent stopped responding. */
export async function readPartStates(
  context: RequestContext,
  entities: ReadonlyMap<string, Entity>,
): Promise<readonly DeviceSensor[] | undefined> {
  const found = new Map<string, DeviceSensor>();
  const hasParts = [...entities.values()].some(
    ({ kind }) => kind === physicalClass.fan || kind === physicalClass.powerSupply,
  );
  if (!hasParts) return [];
  for (const { mib, column, parts, states } of stateColumns) {
    const rows = await walkTable(context, column, MAX_ROWS);
    if (rows === undefined) return undefined;
    for (const { index } of rows) {
      const entity = entities.get(index);
      if (entity === undefined || !parts.includes(entity.kind) || found.has(index)) continue;
      found.set(index, partSensor(entity, { mib, states, index, oid: `${column}.${index}` }));
    }
  }
  return [...found.values()];
}
