import type { CounterKey } from '#schemas/counter/catalogue.ts';
import type { DeviceProcedure } from '#schemas/polling/device-poller.ts';
import { numberOf, sum, type FactRow } from './fact-row.ts';
import { isOwnPool, linuxMemory, percentOf, usageOfPercent, usedAndFree } from './memory.ts';
import { diskOfStorage, isFixedDisk, isMemoryRow, memoryOfStorage, usages, type Usage } from './storage.ts';

/** Counters computed by a procedure; empty if the rows are unusable. */
export type CounterValues = Partial<Record<CounterKey, number>>;
export type Procedure = (rows: readonly FactRow[]) => CounterValues;

const HUNDREDTHS = 100;

function meanLoad(percents: readonly (number | undefined)[]): CounterValues {
  const known = percents.filter((percent) => percent !== undefined && percent >= 0 && percent <= 100);
  if (known.length === 0) return {};
  return { cpu: Math.round((HUNDREDTHS * sum(known.map(Number))) / known.length) };
}

/** jnxOperatingState (JUNIPER-MIB): a backup routing engine. */
const STANDBY = 7;

/** Rows that do the work; all if none is known to. */
function activeRows(rows: readonly FactRow[]): readonly FactRow[] {
  const active = rows.filter(({ operatingState }) => numberOf(operatingState) !== STANDBY);
  return active.length > 0 ? active : rows;
}

function asMemory(found: readonly Usage[]): CounterValues {
  if (found.length === 0) return {};
  return {
    memory_used: Math.round(sum(found.map(({ used }) => used))),
    memory_total: Math.round(sum(found.map(({ total }) => total))),
  };
}

function asDisk(found: readonly Usage[]): CounterValues {
  if (found.length === 0) return {};
  return {
    disk_used: Math.round(sum(found.map(({ used }) => used))),
    disk_total: Math.round(sum(found.map(({ total }) => total))),
  };
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
  meanLoad: (rows) => meanLoad(activeRows(rows).map(({ load }) => numberOf(load))),
  loadOfIdle: (rows) =>
    meanLoad(
      rows.map(({ idle }) => (numberOf(idle) === undefined ? undefined : 100 - Number(numberOf(idle)))),
    ),
  memoryUsedAndFree: (rows) => asMemory(usages(rows, usedAndFree)),
  memoryOfPools: (rows) => asMemory(usages(rows.filter(isOwnPool), usedAndFree)),
  memoryOfPercent: (rows) => asMemory(usages(activeRows(rows), percentOf)),
  memoryOfShare: (rows) => asMemory(usages(rows, usageOfPercent)),
  memoryOfStorage: (rows) => asMemory(memoryOfStorage(rows)),
  memoryOfLinux: (rows) => asMemory(usages(rows, linuxMemory)),
  diskOfStorage: (rows) => asDisk(diskOfStorage(rows)),
  ipSla,
} as const satisfies Record<DeviceProcedure, Procedure>;

/** Tables of all parts of a device report 0 for those without a processor and memory. */
export const hasMemory = ({ memory }: FactRow): boolean =>
  memory === undefined || (numberOf(memory) ?? 0) > 0;

const filters: Partial<Record<DeviceProcedure, (facts: FactRow) => boolean>> = {
  meanLoad: hasMemory,
  memoryOfPercent: hasMemory,
  memoryOfPools: isOwnPool,
  memoryOfStorage: isMemoryRow,
  diskOfStorage: isFixedDisk,
};

/** Whether a procedure uses the row: others are not polled. */
export const usesRow = (procedure: DeviceProcedure, facts: FactRow): boolean =>
  filters[procedure]?.(facts) ?? true;
