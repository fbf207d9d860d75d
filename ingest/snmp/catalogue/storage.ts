import { trimmedText } from '../request/read-columns.ts';
import { numberOf, type FactRow } from './fact-row.ts';

const WRAP = 2 ** 32;

/** Bytes. */
export interface Usage {
  readonly used: number;
  readonly total: number;
}

/** Usages that are possible. */
export const usages = (
  rows: readonly FactRow[],
  read: (row: FactRow) => Usage | undefined,
): readonly Usage[] =>
  rows.flatMap((row) => {
    const usage = read(row);
    return usage === undefined || usage.total <= 0 || usage.used < 0 || usage.used > usage.total
      ? []
      : [usage];
  });

/** Block counts are Integer32 and wrap above 2^31. */
const blocks = (count: number): number => (count < 0 ? count + WRAP : count);

function storageOf({ unit, size, used }: FactRow): Usage | undefined {
  const [unitBytes, total, taken] = [numberOf(unit), numberOf(size), numberOf(used)];
  if (unitBytes === undefined || total === undefined || taken === undefined) return undefined;
  return { used: unitBytes * blocks(taken), total: unitBytes * blocks(total) };
}

/** HOST-RESOURCES-TYPES (RFC 2790). */
const RAM = '1.3.6.1.2.1.25.2.1.2';
const FIXED_DISK = '1.3.6.1.2.1.25.2.1.4';

type MemoryRow = 'memory' | 'buffers' | 'cache' | 'available' | 'unavailable';

/**
 * Rows that split memory further have the type of memory as well (Arista EOS: `RAM`, `RAM (Buffers)`, `RAM (Cache)`,
 * `RAM (Unavailable)`) or none (Net-SNMP: `Memory buffers`, `Cached memory`, `Available memory`).
 */
const splits: readonly (readonly [MemoryRow, RegExp])[] = [
  ['buffers', /^(ram \(buffers\)|memory buffers)$/i],
  ['cache', /^(ram \(cached?\)|cached memory)$/i],
  ['unavailable', /^ram \(unavailable\)$/i],
  ['available', /^available memory$/i],
];

function memoryRowOf({ type, description }: FactRow): MemoryRow | undefined {
  const text = trimmedText(description);
  const split = splits.find(([, pattern]) => pattern.test(text));
  if (split !== undefined) return split[0];
  return trimmedText(type) === RAM ? 'memory' : undefined;
}

/** Whether a row of hrStorageTable is about memory. */
export const isMemoryRow = (row: FactRow): boolean => memoryRowOf(row) !== undefined;

export const isFixedDisk = ({ type }: FactRow): boolean => trimmedText(type) === FIXED_DISK;

/** Net-SNMP on BSD repeats `Physical memory` as `Real memory`. */
function memoryRows(rows: readonly FactRow[]): readonly FactRow[] {
  const all = rows.filter((row) => memoryRowOf(row) === 'memory');
  const physical = all.filter(({ description }) => trimmedText(description) === 'Physical memory');
  return physical.length > 0 ? physical : all;
}

/**
 * Memory of hrStorageTable. The agents of Linux devices count buffers and page cache as used, although they can be freed
 * at once; newer ones say what is left for applications (Net-SNMP 5.9) or what is not (EOS).
 */
export function memoryOfStorage(rows: readonly FactRow[]): readonly Usage[] {
  const found = usages(memoryRows(rows), storageOf);
  const [memory] = found;
  if (memory === undefined || found.length > 1) return found;
  const first = (kind: MemoryRow): Usage | undefined =>
    usages(
      rows.filter((row) => memoryRowOf(row) === kind),
      storageOf,
    )[0];
  const [available, unavailable] = [first('available'), first('unavailable')];
  const reclaimable = (first('buffers')?.used ?? 0) + (first('cache')?.used ?? 0);
  if (unavailable !== undefined) return [{ ...memory, used: Math.min(unavailable.used, memory.total) }];
  if (available !== undefined) return [{ ...memory, used: Math.max(0, memory.total - available.total) }];
  // An agent that leaves out the cache itself reports less than it.
  return reclaimable > memory.used ? [memory] : [{ ...memory, used: memory.used - reclaimable }];
}

export const diskOfStorage = (rows: readonly FactRow[]): readonly Usage[] =>
  usages(rows.filter(isFixedDisk), storageOf);
