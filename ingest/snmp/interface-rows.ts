import { counters } from '#schemas/counter/catalogue.ts';
import type { CounterKind } from '#schemas/counter/counter.ts';
import type { Cell, Measured } from './cell.ts';
import type { LearnedPort } from './device-memory.ts';
import { column, columnOf, narrowColumns } from './objects.ts';
import type { InterfaceCounter } from './objects.ts';
import type { Value } from './value.ts';

export type CellFault = 'wrong type' | 'absent';

/** ifAdminStatus and ifOperStatus: 1 is up, 7 the last value that is defined (RFC 2863). */
const UP = 1;
const LAST_STATUS = 7;

const isStatus = (value: Value): value is Value & { readonly type: 'integer' } =>
  value.type === 'integer' && value.value >= UP && value.value <= LAST_STATUS;

const readers: Readonly<Record<CounterKind, (value: Value) => bigint | undefined>> = {
  counter64: (value) => (value.type === 'counter64' ? value.value : undefined),
  counter32: (value) => (value.type === 'counter32' ? BigInt(value.value) : undefined),
  gauge: (value) => (value.type === 'gauge32' ? BigInt(value.value) : undefined),
  state: (value) => (isStatus(value) ? BigInt(value.value === UP) : undefined),
  setting: (value) => (value.type === 'gauge32' ? BigInt(value.value) : undefined),
};

/** The value as it is stored, or undefined when its type is not that of the counter. */
export const storedValue = (kind: CounterKind, value: Value): bigint | undefined => readers[kind](value);

const BPS_PER_MBPS = 1_000_000;

/** Speed of the line in bit/s: ifHighSpeed · 10^6, else ifSpeed (RFC 2863 §3.1.6: below 1 Mbit/s ifHighSpeed says 0). */
export function speedOf(highSpeed: Value | undefined, speed: Value | undefined): number | undefined {
  if (highSpeed?.type === 'gauge32' && highSpeed.value > 0) return highSpeed.value * BPS_PER_MBPS;
  return speed?.type === 'gauge32' && speed.value > 0 ? speed.value : undefined;
}

export interface InterfaceReading {
  readonly cells: readonly Cell[];
  /** Counters of which the port has only 32 bit: their values still go round. */
  readonly narrow: readonly Cell[];
  /** Bit/s, 0 when unknown. */
  readonly speedBps: number;
  readonly discontinuity: number;
  readonly faults: readonly CellFault[];
  /** The name that the index answers with, undefined when it has none. */
  readonly name: string | undefined;
}

type At = (oid: string) => Measured | undefined;

interface Counters {
  readonly cells: Cell[];
  readonly narrow: Cell[];
  readonly faults: CellFault[];
}

/** A counter of 64 bit that the port lacks is asked for in 32 from the next poll on. */
function readCounters(at: At, port: LearnedPort, wanted: readonly InterfaceCounter[]): Counters {
  const read: Counters = { cells: [], narrow: [], faults: [] };
  for (const counter of wanted) {
    const { id, kind } = counter;
    const isNarrow = port.narrow.has(id);
    const measured = at(columnOf(counter, port));
    if (measured === undefined) continue;
    const value = storedValue(isNarrow ? 'counter32' : kind, measured.value);
    if (value !== undefined)
      (isNarrow ? read.narrow : read.cells).push({ counter: id, value, ticks: measured.ticks });
    else read.faults.push(measured.value.type === 'absent' ? 'absent' : 'wrong type');
    if (measured.value.type === 'absent' && narrowColumns.has(id)) port.narrow.add(id);
  }
  return read;
}

const ticksOf = (measured: Measured | undefined): number =>
  measured?.value.type === 'timeTicks' ? measured.value.value : 0;
const textOf = (measured: Measured | undefined): string | undefined =>
  measured?.value.type === 'octets' ? measured.value.value : undefined;

export interface Reading {
  readonly nameColumn: string;
  readonly interfaceCounters: readonly InterfaceCounter[];
  /** Whether the speed of the line is a value of its own. */
  readonly speed: boolean;
}

/** What the answers say of a port. */
export function readInterface(
  values: ReadonlyMap<string, Measured>,
  port: LearnedPort,
  { nameColumn, interfaceCounters, speed: keepsSpeed }: Reading,
): InterfaceReading {
  const at: At = (oid) => values.get(`${oid}.${String(port.index)}`);
  const { cells, narrow, faults } = readCounters(at, port, interfaceCounters);
  const highSpeed = at(column.ifHighSpeed);
  const speed = speedOf(highSpeed?.value, at(column.ifSpeed)?.value);
  if (speed !== undefined && keepsSpeed)
    cells.push({ counter: counters.speed.id, value: BigInt(speed), ticks: highSpeed?.ticks });
  return {
    cells,
    narrow,
    speedBps: speed ?? 0,
    faults,
    discontinuity: ticksOf(at(column.ifCounterDiscontinuityTime)),
    name: textOf(at(nameColumn)),
  };
}
