import { counters } from '#schemas/counter/catalogue.ts';
import type { CounterKind } from '#schemas/counter/counter.ts';
import { lineSpeed, type LineSpeed } from '#schemas/line/line-speed.ts';
import type { Cell, TimedValue } from '../cell.ts';
import type { LearnedPort } from '../device/device-memory.ts';
import { column, columnOf, narrowColumns, type InterfaceCounter } from './objects.ts';
import type { SnmpValue } from '../agent/value.ts';

export type CellFault = 'wrong type' | 'absent';

/** ifAdminStatus and ifOperStatus: 1 is up, 7 is the last defined value (RFC 2863). */
const UP = 1;
const LAST_STATUS = 7;

const isStatus = (value: SnmpValue): value is SnmpValue & { readonly type: 'integer' } =>
  value.type === 'integer' && value.value >= UP && value.value <= LAST_STATUS;

const readers: Readonly<Record<CounterKind, (value: SnmpValue) => bigint | undefined>> = {
  counter64: (value) => (value.type === 'counter64' ? value.value : undefined),
  counter32: (value) => (value.type === 'counter32' ? BigInt(value.value) : undefined),
  gauge: (value) => (value.type === 'gauge32' ? BigInt(value.value) : undefined),
  state: (value) => (isStatus(value) ? BigInt(value.value === UP) : undefined),
  setting: (value) => (value.type === 'gauge32' ? BigInt(value.value) : undefined),
};

/** Converts a value for storage. Undefined if its type does not match the counter. */
export const toStoredValue = (kind: CounterKind, value: SnmpValue): bigint | undefined =>
  readers[kind](value);

const gauge = (value: SnmpValue | undefined): number | undefined =>
  value?.type === 'gauge32' ? value.value : undefined;

/** Speed of a line by the objects of its agent; undefined if they do not say it. */
export const speedOf = (
  highSpeed: SnmpValue | undefined,
  speed: SnmpValue | undefined,
): LineSpeed | undefined => lineSpeed({ ifSpeed: gauge(speed), ifHighSpeed: gauge(highSpeed) });

export interface InterfaceReading {
  readonly cells: readonly Cell[];
  /** Counters the port has only in 32 bits: their values still wrap. */
  readonly narrow: readonly Cell[];
  /** Undefined if the agent does not know it. */
  readonly speed: LineSpeed | undefined;
  readonly discontinuity: number;
  readonly faults: readonly CellFault[];
}

/** Returns the value of a column of the port. */
export type ValueAt = (column: string) => TimedValue | undefined;

interface Counters {
  readonly cells: Cell[];
  readonly narrow: Cell[];
  readonly faults: CellFault[];
}

/** A missing 64-bit counter is requested in 32 bits from the next poll on. */
function readCounters(at: ValueAt, port: LearnedPort, desired: readonly InterfaceCounter[]): Counters {
  const read: Counters = { cells: [], narrow: [], faults: [] };
  for (const counter of desired) {
    const { id, kind } = counter;
    const isNarrow = port.narrow.has(id);
    const measured = at(columnOf(counter, port));
    if (measured === undefined) continue;
    const value = toStoredValue(isNarrow ? 'counter32' : kind, measured.value);
    if (value !== undefined)
      (isNarrow ? read.narrow : read.cells).push({ counter: id, value, read: measured.read });
    else read.faults.push(measured.value.type === 'absent' ? 'absent' : 'wrong type');
    if (measured.value.type === 'absent' && narrowColumns.has(id)) port.narrow.add(id);
  }
  return read;
}

const timeTicks = (measured: TimedValue | undefined): number =>
  measured?.value.type === 'timeTicks' ? measured.value.value : 0;

export interface InterfaceQuery {
  readonly interfaceCounters: readonly InterfaceCounter[];
  /** Whether to store the line speed as a value. */
  readonly speed: boolean;
}

/** Reads the values of one port from a response. */
export function readInterface(
  at: ValueAt,
  port: LearnedPort,
  { interfaceCounters, speed: keepsSpeed }: InterfaceQuery,
): InterfaceReading {
  const { cells, narrow, faults } = readCounters(at, port, interfaceCounters);
  const highSpeed = at(column.ifHighSpeed);
  const speed = speedOf(highSpeed?.value, at(column.ifSpeed)?.value);
  if (speed !== undefined && keepsSpeed)
    cells.push({ counter: counters.speed.id, value: BigInt(speed.bps), read: highSpeed?.read });
  return {
    cells,
    narrow,
    speed,
    faults,
    discontinuity: timeTicks(at(column.ifCounterDiscontinuityTime)),
  };
}
