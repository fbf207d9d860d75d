import type { CounterKey } from '#schemas/counter/catalogue.ts';
import type { DevicePoller } from '#schemas/polling/device-pollers.ts';
import type { SnmpValue } from '../agent/value.ts';

/** A table row: columns by the names the poller gives them. */
export type FactRow = Readonly<Record<string, SnmpValue | undefined>>;

/** Counters computed by a procedure; empty if the rows are unusable. */
export type CounterValues = Partial<Record<CounterKey, number>>;
export type Procedure = (rows: readonly FactRow[]) => CounterValues;

const HUNDREDTHS = 100;
const KIBIBYTE = 1_024;
const WRAP = 2 ** 32;

function numberOf(value: SnmpValue | undefined): number | undefined {
  if (value?.type === 'integer' || value?.type === 'counter32' || value?.type === 'gauge32')
    return value.value;
  return value?.type === 'counter64' ? Number(value.value) : undefined;
}

const textOf = (value: SnmpValue | undefined): string | undefined =>
  value?.type === 'oid' || value?.type === 'octets' ? value.value : undefined;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function meanLoad(percents: readonly (number | undefined)[]): CounterValues {
  const known = percents.filter((percent) => percent !== undefined && percent >= 0 && percent <= 100);
  if (known.length === 0) return {};
  return { cpu: Math.round((HUNDREDTHS * sum(known.map(Number))) / known.length) };
}

interface Usage {
  readonly used: number;
  readonly total: number;
}

const usages = (rows: readonly FactRow[], read: (row: FactRow) => Usage | undefined): readonly Usage[] =>
  rows.flatMap((row) => {
    const usage = read(row);
    return usage === undefined || usage.total <= 0 || usage.used < 0 || usage.used > usage.total
      ? []
      : [usage];
  });

function asMemory(found: readonly Usage[]): CounterValues {
  if (found.length === 0) return {};
  return {
    memory_used: sum(found.map(({ used }) => used)),
    memory_total: sum(found.map(({ total }) => total)),
  };
}

function asDisk(found: readonly Usage[]): CounterValues {
  if (found.length === 0) return {};
  return {
    disk_used: sum(found.map(({ used }) => used)),
    disk_total: sum(found.map(({ total }) => total)),
  };
}

/** Block counts are Integer32 and wrap beyond 2^31. */
const blocks = (count: number): number => (count < 0 ? count + WRAP : count);

function storageOf({ unit, size, used }: FactRow): Usage | undefined {
  const [unitBytes, total, taken] = [numberOf(unit), numberOf(size), numberOf(used)];
  if (unitBytes === undefined || total === undefined || taken === undefined) return undefined;
  return { used: unitBytes * blocks(taken), total: unitBytes * blocks(total) };
}

/** HOST-RESOURCES-TYPES (RFC 2790). */
const storageType = { ram: '1.3.6.1.2.1.25.2.1.2', fixedDisk: '1.3.6.1.2.1.25.2.1.4' } as const;
const storage = (rows: readonly FactRow[], type: string): readonly Usage[] =>
  usages(
    rows.filter((row) => textOf(row['type']) === type),
    storageOf,
  );

function usedAndFree({ used, free }: FactRow): Usage | undefined {
  const [taken, left] = [numberOf(used), numberOf(free)];
  return taken === undefined || left === undefined ? undefined : { used: taken, total: taken + left };
}

/** Agents that report total memory, in bytes or KiB, and the used percentage. */
function percentOf({ percent, bytes, kibibytes }: FactRow): Usage | undefined {
  const [part, whole] = [numberOf(percent), numberOf(bytes) ?? KIBIBYTE * (numberOf(kibibytes) ?? 0)];
  return part === undefined ? undefined : { used: Math.round((whole * part) / 100), total: whole };
}

/** UCD-SNMP-MIB counts buffers and page cache as used, although they can be freed at once. */
function ucdMemory({ total, available, buffers, cached }: FactRow): Usage | undefined {
  const [all, left] = [numberOf(total), numberOf(available)];
  if (all === undefined || left === undefined) return undefined;
  const free = left + (numberOf(buffers) ?? 0) + (numberOf(cached) ?? 0);
  return { used: KIBIBYTE * Math.max(0, all - free), total: KIBIBYTE * all };
}

/** CISCO-RTTMON-TC-MIB RttResponseSense: an operation over its threshold still has a round-trip time. */
const OK = 1;
const OVER_THRESHOLD = 3;
/** RttMonOperState: the probe is running. */
const ACTIVE = 6;
/** rttMonCtrlAdminRttType jitter: its RTT is the mean over the packets of the operation. */
const JITTER = 9;
/** rttMonEchoAdminPrecision. */
const MICROSECONDS = 2;
const US_PER_MS = 1_000;

function probeRtt(row: FactRow): number | undefined {
  const factor = numberOf(row['precision']) === MICROSECONDS ? 1 : US_PER_MS;
  const sense = numberOf(row['sense']);
  if (numberOf(row['kind']) === JITTER) {
    const [count, total] = [numberOf(row['rttCount']) ?? 0, numberOf(row['rttSum'])];
    return count > 0 && total !== undefined ? (factor * total) / count : undefined;
  }
  const time = numberOf(row['time']);
  return time !== undefined && (sense === OK || sense === OVER_THRESHOLD) ? factor * time : undefined;
}

function ipSla(rows: readonly FactRow[]): CounterValues {
  const running = rows.filter((row) => numberOf(row['state']) === ACTIVE);
  if (running.length === 0) return {};
  const times = running.flatMap((row) => probeRtt(row) ?? []);
  return { sla_probes: running.length, sla_ok: times.length, sla_rtt: Math.round(sum(times)) };
}

/** Procedures of the built-in pollers; `schemas/polling/procedure.ts` lists the counters of each. */
export const procedures = {
  meanLoad: (rows) => meanLoad(rows.map(({ load }) => numberOf(load))),
  loadOfIdle: (rows) =>
    meanLoad(
      rows.map(({ idle }) => (numberOf(idle) === undefined ? undefined : 100 - Number(numberOf(idle)))),
    ),
  memoryUsedAndFree: (rows) => asMemory(usages(rows, usedAndFree)),
  memoryOfPercent: (rows) => asMemory(usages(rows, percentOf)),
  memoryOfStorage: (rows) => asMemory(storage(rows, storageType.ram)),
  memoryOfUcd: (rows) => asMemory(usages(rows, ucdMemory)),
  diskOfStorage: (rows) => asDisk(storage(rows, storageType.fixedDisk)),
  ipSla,
} as const satisfies Record<DevicePoller['procedure'], Procedure>;
