import { flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { markRepeated } from './attribution/repeated.ts';
import { siteAt } from './attribution/site-at.ts';
import { recogniseRow } from './classification/recognise.ts';
import type { Recognition } from './classification/recognise.ts';
import type { Domain } from './exporter/domain.ts';
import type { Owner } from './attribution/attribution.ts';
import type { Exporter } from './exporter/exporter.ts';
import { ROW_BYTES } from './row-sink.ts';
import type { Row } from './row-sink.ts';

const { offset } = layoutOf(flows);

/** Whose records are read. */
export interface Origin {
  readonly exporter: Exporter;
  readonly domain: Domain;
}

const recognition: { -readonly [K in keyof Recognition]: Recognition[K] } = {
  classifier: undefined,
  names: new Map(),
  host: undefined,
};

/** The row is another customer's or site's than the exporter: its ends are looked up among that customer's sites. */
function handOver({ out, row }: Row, { customer, site, sites }: Owner): void {
  out.setUint32(row + offset.customer, customer, true);
  out.setUint32(row + offset.site, site, true);
  for (const [end, column] of [
    [offset.source, offset.source_site],
    [offset.destination, offset.destination_site],
  ] as const)
    out.setUint32(row + column, siteAt(sites, out, row + end), true);
}

/** What the rows of this domain are recognised by; nothing is stored that stands there already. */
function recogniseBy({ applications: { names } }: Domain, { classifier }: Owner, host?: string): void {
  if (recognition.classifier !== classifier) recognition.classifier = classifier;
  if (recognition.names !== names) recognition.names = names;
  if (recognition.host !== host) recognition.host = host;
}

/**
 * What follows when a record of any protocol has become a row: whose it is, in which sums it counts, which application it
 * belongs to; then it counts as a row of its owner. `values` are what the record measured beside volume.
 */
export function finishRow(target: Row, { exporter, domain }: Origin, values?: Float64Array): void {
  const { attribution, receivedMs } = exporter;
  const { out, row, host } = target;
  const owner = attribution.owners?.of(target, domain) ?? attribution;
  if (owner !== attribution) handOver(target, owner);
  markRepeated(target, exporter, owner);
  recogniseBy(domain, owner, host);
  recogniseRow(out, row, recognition);
  if (values !== undefined) owner.sink.measures.add({ out, row, values }, receivedMs);
  if (owner.sink !== attribution.sink) owner.sink.open(new Uint8Array(out.buffer, row, ROW_BYTES));
  owner.sink.keep(receivedMs);
}

/** The rows of one set, one behind the other in one buffer. */
interface Rows {
  readonly count: number;
  /** Their template is one of outputs. */
  readonly isEgress: boolean;
}

/** The same of several rows that are all of the exporter's own customer and site, from that of `target` on. */
export function finishRows(
  target: Pick<Row, 'out' | 'isInputUnnamed'> & { row: number },
  { exporter, domain }: Origin,
  { count, isEgress }: Rows,
): void {
  const { attribution, receivedMs } = exporter;
  const { out } = target;
  recogniseBy(domain, attribution);
  for (let left = count; left > 0; left -= 1) {
    if (isEgress) out.setUint8(target.row + offset.direction, 1);
    markRepeated(target, exporter, attribution);
    recogniseRow(out, target.row, recognition);
    target.row += ROW_BYTES;
  }
  attribution.sink.keep(receivedMs, count);
}
