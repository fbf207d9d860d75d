import type { RecordSource } from '../rows/finish-row.ts';
import type { FlowTemplate } from '../template/template.ts';
import { OptionRecord } from './option-record.ts';
import { encodeTruncated } from './record-count.ts';
import {
  learnApplication,
  learnAttributes,
  learnInterface,
  learnSampling,
  learnBootTime,
  learnStatistics,
  learnVrf,
} from './option-tables.ts';

/**
 * Reads the options records of a set: sampling rates, application names and attributes, VRF and interface names, boot
 * time and export statistics. Returns a result for `decodeRecordCount`.
 */
export function readOptions(
  { exporter, domain }: RecordSource,
  template: FlowTemplate,
  set: { readonly view: DataView; at: number; readonly end: number },
): number {
  const { view, end } = set;
  let { at } = set;
  let records = 0;
  let truncated = false;
  while (at < end) {
    const option = new OptionRecord(template, view, { at, end });
    if (option.next === undefined) {
      // A remainder shorter than a record is padding. A set without a whole record is truncated.
      truncated = end - at >= 4 && records === 0;
      break;
    }
    at = option.next;
    records += 1;
    learnSampling(domain, option);
    learnBootTime(domain, option);
    learnVrf(domain, option);
    learnInterface({ exporter, domain }, option);
    learnStatistics(domain, option);
    learnAttributes(domain, option);
    learnApplication(domain, option);
  }
  return truncated ? encodeTruncated(records) : records;
}
