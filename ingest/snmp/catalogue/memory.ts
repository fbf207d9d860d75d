import { trimmedText } from '../request/read-columns.ts';
import { numberOf, type FactRow } from './fact-row.ts';
import type { Usage } from './storage.ts';

const KIBIBYTE = 1_024;
const MEBIBYTE = KIBIBYTE ** 2;
/** Integer32 and Unsigned32 sizes end there. */
const limits: ReadonlySet<number> = new Set([2 ** 31 - 1, 2 ** 32 - 1]);

const scaled = (value: number | undefined, factor: number): number | undefined =>
  value === undefined ? undefined : value * factor;

/** Memory in use and free, in KiB where the device counts it so: 32 bits of bytes end at 4 GiB. */
export function usedAndFree(row: FactRow): Usage | undefined {
  const taken = scaled(numberOf(row['usedKibibytes']), KIBIBYTE) ?? numberOf(row['used']);
  const left = scaled(numberOf(row['freeKibibytes']), KIBIBYTE) ?? numberOf(row['free']);
  return taken === undefined || left === undefined ? undefined : { used: taken, total: taken + left };
}

const sizeOf = (value: number | undefined): number | undefined =>
  value === undefined || value <= 0 || limits.has(value) ? undefined : value;

/** Total memory by the first of its sizes that is known and not at the limit of its type. */
const totalBytes = ({ wideBytes, bytes, mebibytes, kibibytes, narrowBytes }: FactRow): number | undefined =>
  sizeOf(numberOf(wideBytes)) ??
  sizeOf(numberOf(bytes)) ??
  scaled(sizeOf(numberOf(mebibytes)), MEBIBYTE) ??
  scaled(sizeOf(numberOf(kibibytes)), KIBIBYTE) ??
  sizeOf(numberOf(narrowBytes)) ??
  [numberOf(bytes), numberOf(narrowBytes)].find((size) => size !== undefined && size > 0);

/** Total memory and its usage in percent. */
export function percentOf(row: FactRow): Usage | undefined {
  const [part, full] = [numberOf(row['percent']), totalBytes(row)];
  return part === undefined || full === undefined
    ? undefined
    : { used: Math.round((full * part) / 100), total: full };
}

/** Usage in percent of a device that does not state its size. */
export function usageOfPercent(row: FactRow): Usage | undefined {
  const part = numberOf(row['percent']);
  return part === undefined || part < 0 || part > 100 ? undefined : { used: part, total: 100 };
}

/** Memory of a Linux agent in KiB; buffers and page cache are not in use: they can be freed at once. */
export function linuxMemory({ total, used, free, buffers, cached, available }: FactRow): Usage | undefined {
  const [all, left, taken] = [numberOf(total), numberOf(free), numberOf(used)];
  if (all === undefined) return undefined;
  const usable = numberOf(available);
  const cache = (numberOf(buffers) ?? 0) + (numberOf(cached) ?? 0);
  const occupied = left === undefined ? taken : Math.min(taken ?? all, all - left - cache);
  const inUse = usable === undefined || usable === 0 ? occupied : all - usable;
  return inUse === undefined ? undefined : { used: KIBIBYTE * Math.max(0, inUse), total: KIBIBYTE * all };
}

/** CempMemPoolTypes (CISCO-ENHANCED-MEMPOOL-MIB) of stacks, address space, reserves and code. */
const otherKinds: ReadonlySet<number | undefined> = new Set([7, 8, 10, 11, 12]);

/**
 * Pools that are part of another one or have a fixed size: an ASA's MEMPOOL_DMA, MEMPOOL_GLOBAL_SHARED and others lie in
 * `System memory`, `reserve Processor` lies in `Processor`; `lsmpi_io` of IOS XE is always full, `Driver text` is code.
 */
const otherNames = /^(MEMPOOL_|reserve|lsmpi_io$|Driver text$)/i;

/** Whether a Cisco memory pool is memory of its own. */
export const isOwnPool = ({ name, kind }: FactRow): boolean =>
  !otherNames.test(trimmedText(name)) && !otherKinds.has(numberOf(kind));
