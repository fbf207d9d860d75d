import { millis, u32, u64, word } from '../column.ts';
import { table } from '../table.ts';

/**
 * Names and categories that exporters report for the applications that they recognise. A number belongs to its exporter, which
 * may give it another name later: each name counts from `since` until the next.
 */
export const applicationNames = table({
  name: 'application_names',
  columns: {
    customer: u32,
    /** Device that reported the name. */
    exporter: u32,
    /** Engine in the upper, selector in the lower 32 bits, as in `flows`. */
    application: u64,
    name: word,
    category: word,
    sub_category: word,
    application_group: word,
    traffic_class: word,
    relevance: word,
    /** When the exporter first reported this name. */
    since: millis,
    at: millis,
  },
  engine: 'ReplacingMergeTree(at)',
  orderBy: ['customer', 'exporter', 'application', 'since'],
});
