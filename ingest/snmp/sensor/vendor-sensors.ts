import { numericValue, type SnmpValue } from '../agent/value.ts';
import type { RequestContext } from '../request/get-objects.ts';
import { numberOrZero, readColumns, trimmedText } from '../request/read-columns.ts';
import { measured, type DeviceSensor, type SensorKind, type SensorValues } from './device-sensor.ts';
import { stateValues } from './part-states.ts';
import { thousandthsIn, thousandthsOf } from './scaled-value.ts';

const MAX_ROWS = 2_000;

/** A row of a vendor's table when it is learned. */
interface VendorRow {
  readonly name: string;
  /** Number in the value column; 0 if it is no number. */
  readonly value: number;
}

/** A table of sensors with a name, a state and usually a value. */
interface VendorTable {
  readonly mib: string;
  readonly name: string;
  readonly state: string;
  readonly value?: string;
  /** Undefined: not measured. */
  readonly kindOf: (row: VendorRow) => SensorKind | undefined;
  readonly valueOf: (kind: SensorKind, value: SnmpValue | undefined) => SensorValues;
  readonly states: Readonly<Record<number, boolean>>;
}

const none = (): SensorValues => ({});
const degrees = (value: SnmpValue | undefined): SensorValues =>
  measured('sensor_celsius', thousandthsOf({ value: numericValue(value), scale: undefined, precision: 0 }));

const ENVMON = '1.3.6.1.4.1.9.9.13.1';
/** CiscoEnvMonState: normal, warning, critical, shutdown, notFunctioning; 5 is notPresent. */
const envmonStates = { 1: true, 2: true, 3: false, 4: false, 6: false } as const;
const envmon = (table: number, kind: SensorKind): VendorTable => ({
  mib: 'CISCO-ENVMON-MIB',
  name: `${ENVMON}.${String(table)}.1.2`,
  state: `${ENVMON}.${String(table)}.1.3`,
  kindOf: () => kind,
  valueOf: none,
  states: envmonStates,
});

const FORTIGATE = '1.3.6.1.4.1.12356.101.4.3.2.1';
const JUNIPER = '1.3.6.1.4.1.2636.3.1.13.1';
const FAN = /\bfans?\b|fan[ _-]?\d/i;
const SUPPLY = /power supply|\bpem\b|\bpsu?\s?\d|\bpsm\b/i;

function fortigateKind({ name }: VendorRow): SensorKind | undefined {
  if (/temp/i.test(name)) return 'temperature';
  if (FAN.test(name)) return 'fan';
  return /status/i.test(name) ? 'state' : undefined;
}

function fortigateValue(kind: SensorKind, value: SnmpValue | undefined): SensorValues {
  const reading = value?.type === 'octets' ? thousandthsIn(value.value) : undefined;
  if (kind === 'temperature') return measured('sensor_celsius', reading);
  return kind === 'fan' ? measured('sensor_rpm', reading) : {};
}

function juniperKind({ name, value }: VendorRow): SensorKind | undefined {
  if (SUPPLY.test(name)) return 'power';
  if (FAN.test(name)) return 'fan';
  return value > 0 ? 'temperature' : undefined;
}

/** Devices without the tables of the IETF. */
const tables: readonly VendorTable[] = [
  {
    ...envmon(3, 'temperature'),
    state: `${ENVMON}.3.1.6`,
    value: `${ENVMON}.3.1.3`,
    valueOf: (_kind, value) => degrees(value),
  },
  envmon(4, 'fan'),
  envmon(5, 'power'),
  {
    /** fgHwSensorTable: the value is a text without unit; fgHwSensorEntAlarmStatus is 1 in alarm. */
    mib: 'FORTINET-FORTIGATE-MIB',
    name: `${FORTIGATE}.2`,
    state: `${FORTIGATE}.4`,
    value: `${FORTIGATE}.3`,
    kindOf: fortigateKind,
    valueOf: fortigateValue,
    states: { 0: true, 1: false },
  },
  {
    /** jnxOperatingTable: running, ready, runningAtFullSpeed, down, standby. A temperature of 0 is none. */
    mib: 'JUNIPER-MIB',
    name: `${JUNIPER}.5`,
    state: `${JUNIPER}.6`,
    value: `${JUNIPER}.7`,
    kindOf: juniperKind,
    valueOf: (_kind, value) => (numericValue(value) === 0 ? {} : degrees(value)),
    states: { 2: true, 3: true, 5: true, 6: false, 7: true },
  },
];

async function readTable(
  context: RequestContext,
  { mib, name, state, value, kindOf, valueOf, states }: VendorTable,
): Promise<readonly DeviceSensor[] | undefined> {
  const columns: Record<string, string> = value === undefined ? { name } : { name, value };
  const cells = await readColumns(context, columns, MAX_ROWS);
  if (cells === undefined) return undefined;
  return [...(cells['name'] ?? [])].flatMap(([index, cell]): readonly DeviceSensor[] => {
    const row = { name: trimmedText(cell), value: numberOrZero(cells['value']?.get(index)) };
    const kind = row.name === '' ? undefined : kindOf(row);
    if (kind === undefined) return [];
    return [
      {
        name: row.name,
        kind,
        mib,
        objects: {
          state: `${state}.${index}`,
          ...(value === undefined ? {} : { value: `${value}.${index}` }),
        },
        read: (values) => ({
          ...valueOf(kind, values['value']),
          ...stateValues(states, numericValue(values['state'])),
        }),
      },
    ];
  });
}

/** Sensors of the vendors' own tables. Undefined if the agent stopped responding. */
export async function readVendorSensors(
  context: RequestContext,
): Promise<readonly DeviceSensor[] | undefined> {
  const found: DeviceSensor[] = [];
  for (const table of tables) {
    const sensors = await readTable(context, table);
    if (sensors === undefined) return undefined;
    found.push(...sensors);
  }
  return found;
}
