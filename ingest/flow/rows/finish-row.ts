import { flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { markDuplicate } from '../attribution/duplicate.ts';
import { siteAt } from '../attribution/site-at.ts';
import { recogniseRow } from '../classification/recognise.ts';
import type { Recognition } from '../classification/recognise.ts';
import type { Domain } from '../exporter/domain.ts';
import type { Owner } from '../attribution/attribution.ts';
import type { Exporter } from '../exporter/exporter.ts';
import { ROW_BYTES } from './row-sink.ts';
import type { RowPosition } from './row-sink.ts';

const { offset } = layoutOf(flows);

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

/**
 * Completes a decoded row of any protocol: owner, duplicate mark, application; then commits it. `values` are the
 * performance measures of the record.
 */
export function finishRow(
  target: RowPosition,
  { exporter, domain }: RecordSource,
  values?: Float64Array,
): void {
  const { attribution, receivedMs } = exporter;
  const { out, row, host } = target;
  const owner = attribution.owners?.ownerOf(target, domain) ?? attribution;
  if (owner !== attribution) assignOwner(target, owner);
  markDuplicate(target, exporter, owner);
  setRecognition(domain, owner, host);
  recogniseRow(out, row, recognition);
  if (values !== undefined) owner.sink.measures.add({ out, row, values }, receivedMs);
  if (owner.sink !== attribution.sink) owner.sink.reserve(new Uint8Array(out.buffer, row, ROW_BYTES));
  owner.sink.commit(receivedMs);
}

/** Consecutive rows of one set. */
interface RowRun {
  readonly count: number;
  /** Their template describes egress flows. */
  readonly isEgress: boolean;
}

/** The same for a run of rows that all belong to the exporter's own customer and site, starting at `target`. */
export function finishRows(
  target: Pick<RowPosition, 'out' | 'isInputUnnamed'> & { row: number },
  { exporter, domain }: RecordSource,
  { count, isEgress }: RowRun,
): void {
  const { attribution, receivedMs } = exporter;
  const { out } = target;
  setRecognition(domain, attribution);
  for (let left = count; left > 0; left -= 1) {
    if (isEgress) out.setUint8(target.row + offset.direction, 1);
    markDuplicate(target, exporter, attribution);
    recogniseRow(out, target.row, recognition);
    target.row += ROW_BYTES;
  }
  attribution.sink.commit(receivedMs, count);
}
