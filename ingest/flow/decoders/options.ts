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
 * Reads the option records of a set: sampling rates by sampler id or of the whole domain, names and attributes of applications,
 * names of VRFs and of interfaces, the start of the exporter and its statistics.
 * Answers the number of records; -1 minus it when one ends behind the set.
 */
export function readOptions(
  { exporter, domain }: RecordSource,
  template: FlowTemplate,
  set: { readonly view: DataView; at: number; readonly end: number },
): number {
  const { view, end } = set;
  let { at } = set;
  let records = 0;
  let cut = false;
  while (at < end) {
    const option = new OptionRecord(template, view, { at, end });
    if (option.next === undefined) {
      // What is left is padding when it is shorter than a record.
      cut = end - at >= 4 && records === 0;
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
  return cut ? -1 - records : records;
}
