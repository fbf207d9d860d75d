import { flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { exceedsInterface } from '../attribution/capacity.ts';
import { NEVER_TOO_LARGE } from '../template/compile-sampling.ts';
import { markDuplicate } from '../attribution/duplicate.ts';
import { siteAt } from '../attribution/site-at.ts';
import { recogniseRow, type Recognition } from '../classification/recognise.ts';
import type { Domain } from '../exporter/domain.ts';
import type { Owner } from '../attribution/attribution.ts';
import type { Exporter } from '../exporter/exporter.ts';
import type { RowBuffer } from './row-buffer.ts';
import type { RowPosition } from './row-sink.ts';
import { TWO_32 } from '#schemas/number.ts';

const { offset } = layoutOf(flows);
// Read once: this runs for every row.
const BYTES = offset.bytes;
const SAMPLING = offset.sampling;

/** Exporter and domain of a record. */
export interface RecordSource {
  readonly exporter: Exporter;
  readonly domain: Domain;
}

const recognition: { -readonly [K in keyof Recognition]: Recognition[K] } = {
  classifier: undefined,
  names: new Map(),
  host: undefined,
};

/** Assigns the row to another customer or site and looks its addresses up among that customer's sites. */
function assignOwner({ out, row }: RowPosition, { customer, site, sites }: Owner): void {
  out.setUint32(row + offset.customer, customer, true);
  out.setUint32(row + offset.site, site, true);
  for (const [end, column] of [
    [offset.source, offset.source_site],
    [offset.destination, offset.destination_site],
  ] as const)
    out.setUint32(row + column, siteAt(sites, out, row + end), true);
}

/**
 * Sets the inputs of the application recognition. Skips unchanged fields: a store of a reference costs a write barrier.
 */
function setRecognition({ applications: { names } }: Domain, { classifier }: Owner, host?: string): void {
  if (recognition.classifier !== classifier) recognition.classifier = classifier;
  if (recognition.names !== names) recognition.names = names;
  if (recognition.host !== host) recognition.host = host;
}

const bytesAt = (out: DataView, row: number): number =>
  out.getUint32(row + BYTES, true) + out.getUint32(row + BYTES + 4, true) * TWO_32;

/** Sets a row aside that its interface could not have carried. Returns whether it did. */
function quarantine(
  { out, row }: RowPosition,
  { exporter, domain }: RecordSource,
  { owner, bytes, rowBytes }: { readonly owner: Owner; readonly bytes: number; readonly rowBytes: number },
): boolean {
  if (bytes < NEVER_TOO_LARGE || !exceedsInterface({ out, row }, bytes, exporter.attribution.bandwidths))
    return false;
  domain.volumes.quarantine(bytes);
  const { quarantined } = owner.sink;
  quarantined.reserve(new Uint8Array(out.buffer, out.byteOffset + row, rowBytes));
  quarantined.commit(exporter.receivedMs);
  return true;
}

/**
 * Completes a decoded row of any protocol: owner, duplicate mark, application; then commits it in `buffer`, in which it
 * is reserved. `values` are the performance measures of the record.
 */
export function finishRow(
  target: RowPosition,
  source: RecordSource,
  { buffer, values }: { readonly buffer: RowBuffer; readonly values?: Float64Array | undefined },
): void {
  const { exporter, domain } = source;
  const { attribution, receivedMs } = exporter;
  const { out, row, host } = target;
  const { rowBytes } = buffer;
  const owner = attribution.owners?.ownerOf(target, domain) ?? attribution;
  if (owner !== attribution) assignOwner(target, owner);
  const bytes = bytesAt(out, row);
  if (quarantine(target, source, { owner, bytes, rowBytes })) return;
  const mark = markDuplicate(target, exporter, owner);
  domain.volumes.add(bytes, out.getUint32(row + SAMPLING, true), mark);
  setRecognition(domain, owner, host);
  recogniseRow(out, row, recognition);
  if (values !== undefined) owner.sink.measures.add({ out, row, values }, receivedMs);
  const own = owner.sink.bufferOf(buffer === attribution.sink.detailed);
  if (own !== buffer) own.reserve(new Uint8Array(out.buffer, out.byteOffset + row, rowBytes));
  own.commit(receivedMs);
}

/** Consecutive rows of one set. */
interface RowRun {
  /** Buffer in which they are reserved. */
  readonly buffer: RowBuffer;
  readonly count: number;
  /** Their template describes egress flows. */
  readonly isEgress: boolean;
}

type RunPosition = Pick<RowPosition, 'out' | 'isInputUnnamed'> & { row: number };

/**
 * Completes and commits a run of rows that all belong to the exporter's own customer and site, have one sampling rate and are
 * not large, starting at `target`. `bytes`: total of the run.
 */
export function finishPlainRows(
  target: RunPosition,
  { exporter, domain }: RecordSource,
  { buffer, count, isEgress, rate, bytes }: RowRun & { readonly rate: number; readonly bytes: number },
): void {
  const { attribution, receivedMs } = exporter;
  const { out } = target;
  const { rowBytes } = buffer;
  setRecognition(domain, attribution);
  for (let left = count; left > 0; left -= 1) {
    const { row } = target;
    if (isEgress) out.setUint8(row + offset.direction, 1);
    const mark = markDuplicate(target, exporter, attribution);
    if (mark !== 0) domain.volumes.addDuplicate(bytesAt(out, row), mark);
    recogniseRow(out, row, recognition);
    target.row += rowBytes;
  }
  domain.volumes.add(bytes, rate);
  buffer.commit(receivedMs, count);
}

/** Like `finishPlainRows`, for rows of any size and rate. */
export function finishRows(
  target: RunPosition,
  source: RecordSource,
  { buffer, count, isEgress }: RowRun,
): void {
  const { exporter, domain } = source;
  const { attribution, receivedMs } = exporter;
  const { out } = target;
  const { rowBytes } = buffer;
  let retained = count;
  setRecognition(domain, attribution);
  for (let left = count; left > 0; left -= 1) {
    const { row } = target;
    if (isEgress) out.setUint8(row + offset.direction, 1);
    const bytes = bytesAt(out, row);
    if (quarantine(target, source, { owner: attribution, bytes, rowBytes })) {
      buffer.remove(row, left - 1);
      retained -= 1;
      continue;
    }
    const mark = markDuplicate(target, exporter, attribution);
    domain.volumes.add(bytes, out.getUint32(row + SAMPLING, true), mark);
    recogniseRow(out, row, recognition);
    target.row += rowBytes;
  }
  buffer.commit(receivedMs, retained);
}
