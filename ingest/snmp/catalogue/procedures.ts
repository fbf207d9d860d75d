import type { CounterKey } from '#schemas/counter/catalogue.ts';
import type { DevicePoller } from '#schemas/polling/device-pollers.ts';
import type { Value } from '../value.ts';

/** A row of a table: its columns by the names that the poller gave them. */
export type Row = Readonly<Record<string, Value | undefined>>;

/** The counters that a procedure makes of the rows; nothing of rows that it cannot use. */
export type Counted = Partial<Record<CounterKey, number>>;
export type Procedure = (rows: readonly Row[]) => Counted;

const HUNDREDTHS = 100;
const KIBIBYTE = 1_024;
const ROUND = 2 ** 32;

function numberOf(value: Value | undefined): number | undefined {
  if (value?.type === 'integer' || value?.type === 'counter32' || value?.type === 'gauge32')
    return value.value;
  return value?.type === 'counter64' ? Number(value.value) : undefined;
}

const textOf = (value: Value | undefined): string | undefined =>
  value?.type === 'oid' || value?.type === 'octets' ? value.value : undefined;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function meanLoad(percents: readonly (number | undefined)[]): Counted {
  const known = percents.filter((percent) => percent !== undefined && percent >= 0 && percent <= 100);
  if (known.length === 0) return {};
  return { cpu: Math.round((HUNDREDTHS * sum(known.map(Number))) / known.length) };
}

interface Usage {
  readonly used: number;
  readonly total: number;
}

const usages = (rows: readonly Row[], read: (row: Row) => Usage | undefined): readonly Usage[] =>
  rows.flatMap((row) => {
    const usage = read(row);
    return usage === undefined || usage.total <= 0 || usage.used < 0 || usage.used > usage.total
      ? []
      : [usage];
  });

function asMemory(found: readonly Usage[]): Counted {
  if (found.length === 0) return {};
  return {
    memory_used: sum(found.map(({ used }) => used)),
    memory_total: sum(found.map(({ total }) => total)),
  };
}

function asDisk(found: readonly Usage[]): Counted {
  if (found.length === 0) return {};
  return {
    disk_used: sum(found.map(({ used }) => used)),
    disk_total: sum(found.map(({ total }) => total)),
  };
}

/** Blocks are an Integer32: agents with more than 2^31 of them let the number go round. */
const blocks = (count: number): number => (count < 0 ? count + ROUND : count);

function storageOf({ unit, size, used }: Row): Usage | undefined {
  const [unitBytes, total, taken] = [numberOf(unit), numberOf(size), numberOf(used)];
  if (unitBytes === undefined || total === undefined || taken === undefined) return undefined;
  return { used: unitBytes * blocks(taken), total: unitBytes * blocks(total) };
}

/** HOST-RESOURCES-TYPES (RFC 2790). */
const storageType = { ram: '1.3.6.1.2.1.25.2.1.2', fixedDisk: '1.3.6.1.2.1.25.2.1.4' } as const;
const storage = (rows: readonly Row[], type: string): readonly Usage[] =>
  usages(
    rows.filter((row) => textOf(row['type']) === type),
    storageOf,
  );

function usedAndFree({ used, free }: Row): Usage | undefined {
  const [taken, left] = [numberOf(used), numberOf(free)];
  return taken === undefined || left === undefined ? undefined : { used: taken, total: taken + left };
}

/** Agents that tell how much memory there is, in bytes or in KiB, and what part of it is used. */
function percentOf({ percent, bytes, kibibytes }: Row): Usage | undefined {
  const [part, whole] = [numberOf(percent), numberOf(bytes) ?? KIBIBYTE * (numberOf(kibibytes) ?? 0)];
  return part === undefined ? undefined : { used: Math.round((whole * part) / 100), total: whole };
}

/** UCD-SNMP-MIB counts what the system holds for files as used, and can free it at once. */
function ucdMemory({ total, available, buffers, cached }: Row): Usage | undefined {
  const [all, left] = [numberOf(total), numberOf(available)];
  if (all === undefined || left === undefined) return undefined;
  const free = left + (numberOf(buffers) ?? 0) + (numberOf(cached) ?? 0);
  return { used: KIBIBYTE * Math.max(0, all - free), total: KIBIBYTE * all };
}

/** CISCO-RTTMON-TC-MIB RttResponseSense: an operation over its threshold has a round trip time all the same. */
const OK = 1;
const OVER_THRESHOLD = 3;
/** RttMonOperState: the probe runs. */
const ACTIVE = 6;
/** rttMonCtrlAdminRttType jitter: its RTT is the mean of the packets of the operation. */
const JITTER = 9;
/** rttMonEchoAdminPrecision. */
const MICROSECONDS = 2;
const US_PER_MS = 1_000;

function probeRtt(row: Row): number | undefined {
  const factor = numberOf(row['precision']) === MICROSECONDS ? 1 : US_PER_MS;
  const sense = numberOf(row['sense']);
  if (numberOf(row['kind']) === JITTER) {
    const [count, total] = [numberOf(row['rttCount']) ?? 0, numberOf(row['rttSum'])];
    return count > 0 && total !== undefined ? (factor * total) / count : undefined;
  }
  const time = numberOf(row['time']);
  return time !== undefined && (sense === OK || sense === OVER_THRESHOLD) ? factor * time : undefined;
}

function ipSla(rows: readonly Row[]): Counted {
  const running = rows.filter((row) => numberOf(row['state']) === ACTIVE);
  if (running.length === 0) return {};
  const times = running.flatMap((row) => probeRtt(row) ?? []);
  return { sla_probes: running.length, sla_ok: times.length, sla_rtt: Math.round(sum(times)) };
}

/** What the built-in pollers make of their rows; `schemas/polling/procedure.ts` says which counters each gives. */
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
