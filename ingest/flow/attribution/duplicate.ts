import { flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import type { Exporter } from '../exporter/exporter.ts';
import { UNNAMED_INPUT } from '../exporter/ingress-interfaces.ts';
import type { Owner } from './attribution.ts';
import type { RowPosition } from '../rows/row-sink.ts';

const { offset } = layoutOf(flows);
// Read once: this runs for every row.
const SOURCE_SITE = offset.source_site;
const DESTINATION_SITE = offset.destination_site;
const IN_INDEX = offset.in_index;
const OUT_INDEX = offset.out_index;
const DIRECTION = offset.direction;
const DUPLICATE = offset.duplicate;

/** Values of `flows.duplicate`: which totals exclude the row. */
const BY_ANOTHER_SITE = 1;
const IN_ITS_SITE = 2;

/**
 * Whether another site of the customer reports this traffic: the source site if it has exporters, else the destination
 * site.
 */
function isOfAnotherSite({ out, row }: RowPosition, { site, reporting }: Owner): boolean {
  const source = out.getUint32(row + SOURCE_SITE, true);
  if (source === site) return false;
  if (source !== 0 && reporting.has(source)) return true;
  const destination = out.getUint32(row + DESTINATION_SITE, true);
  return destination !== site && destination !== 0 && reporting.has(destination);
}

/** Whether an ingress row of the same exporter reports this traffic. */
function isOfItsIngressRow(
  { out, row, isInputUnnamed }: RowPosition,
  { ingress, receivedMs }: Exporter,
): boolean {
  const isUnnamed = isInputUnnamed === true;
  const index = isUnnamed ? UNNAMED_INPUT : out.getUint32(row + IN_INDEX, true);
  if (out.getUint8(row + DIRECTION) === 0) {
    ingress.observe(index, receivedMs);
    return false;
  }
  return isUnnamed
    ? ingress.hasOther(out.getUint32(row + OUT_INDEX, true), receivedMs)
    : ingress.isDuplicate(index, receivedMs);
}

/**
 * Marks duplicates, so that a flow counts once per site however many interfaces report it, and once per customer
 * however many sites it passes. Returns the mark.
 */
export function markDuplicate(target: RowPosition, exporter: Exporter, owner: Owner): number {
  const { out, row } = target;
  if (isOfItsIngressRow(target, exporter) || exporter.attribution.reportsDuplicates) {
    out.setUint8(row + DUPLICATE, IN_ITS_SITE);
    return IN_ITS_SITE;
  }
  if (!isOfAnotherSite(target, owner)) return 0;
  out.setUint8(row + DUPLICATE, BY_ANOTHER_SITE);
  return BY_ANOTHER_SITE;
}
