import { flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import type { Exporter } from '../exporter/exporter.ts';
import { UNNAMED_INPUT } from '../exporter/ingress.ts';
import type { Owner } from './attribution.ts';
import type { Row } from '../row-sink.ts';

const { offset } = layoutOf(flows);
// Read once: this runs for every row.
const SOURCE_SITE = offset.source_site;
const DESTINATION_SITE = offset.destination_site;
const IN_INDEX = offset.in_index;
const DIRECTION = offset.direction;
const REPEATED = offset.repeated;

/** In which sums a row does not count: the values of `flows.repeated`. */
const BY_ANOTHER_SITE = 1;
const IN_ITS_SITE = 2;

/**
 * Another site of the customer reports this traffic: that of its source, else that of its destination, when they have exporters.
 */
function isOfAnotherSite({ out, row }: Row, { site, reporting }: Owner): boolean {
  const source = out.getUint32(row + SOURCE_SITE, true);
  if (source === site) return false;
  if (source !== 0 && reporting.has(source)) return true;
  const destination = out.getUint32(row + DESTINATION_SITE, true);
  return destination !== site && destination !== 0 && reporting.has(destination);
}

/** An ingress row of the exporter says the same. */
function isOfItsIngressRow({ out, row, isInputUnnamed }: Row, { ingress, receivedMs }: Exporter): boolean {
  const index = isInputUnnamed === true ? UNNAMED_INPUT : out.getUint32(row + IN_INDEX, true);
  if (out.getUint8(row + DIRECTION) !== 0) return ingress.repeats(index, receivedMs);
  ingress.saw(index, receivedMs);
  return false;
}

/**
 * Says in the row in which sums it counts, so that a flow counts once in those of a site however many interfaces report it, and
 * once in those of the customer however many sites it passes.
 */
export function markRepeated(target: Row, exporter: Exporter, owner: Owner): void {
  const { out, row } = target;
  if (isOfItsIngressRow(target, exporter) || exporter.attribution.repeating)
    out.setUint8(row + REPEATED, IN_ITS_SITE);
  else if (isOfAnotherSite(target, owner)) out.setUint8(row + REPEATED, BY_ANOTHER_SITE);
}
