import type { RecordSource } from '../rows/finish-row.ts';
import type { FlowTemplate } from '../template/template.ts';
import { OptionRecord } from './option-record.ts';
import {
  learnApplication,
  learnAttributes,
  learnInterface,
  learnSampling,
  learnStart,
  learnStatistics,
  learnVrf,
} from './option-tables.ts';

/**
 * Reads the options records of a set: sampling rates, application names and attributes, VRF and interface names, boot
 * time and export statistics. Returns the number of records, encoded as by `readDataSet` if one is truncated.
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
      // A remainder shorter than a record is padding.
      truncated = end - at >= 4 && records === 0;
      break;
    }
    at = option.next;
    records += 1;
    learnSampling(domain, option);
    learnStart(domain, option);
    learnVrf(domain, option);
    learnInterface({ exporter, domain }, option);
    learnStatistics(domain, option);
    learnAttributes(domain, option);
    learnApplication(domain, option);
  }
  return truncated ? -1 - records : records;
}
