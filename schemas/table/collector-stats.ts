import { counts, i64, ipv6, millis, seconds, u32, u64, word } from './column.ts';
import { table } from './table.ts';

/** What one collector process saw of one exporter and domain since its last row. */
export const collectorStats = table({
  name: 'collector_stats',
  columns: {
    at: seconds,
    collector: word,
    /** 0, as the exporter, in rows of the collector itself: what the kernel dropped, with the port as domain. */
    customer: u32,
    exporter: u32,
    address: ipv6,
    domain: u32,
    packets: u64,
    bytes: u64,
    records: u64,
    /** Records that the exporter sent and that never came in, by its sequence numbers. */
    lost: u64,
    /** Data sets without their template. */
    unknown_template: u64,
    /** Datagrams or sets refused, with the reason that came last, and how many by reason. */
    errors: u64,
    last_error: word,
    errors_by_reason: counts,
    /** Datagrams that came twice, and starts of the exporter, by its sequence numbers. */
    duplicates: u64,
    restarts: u64,
    /** Records that carried elements that no list names, by element (`25506/12`: enterprise and number). */
    unknown_elements: counts,
    /** sFlow: samples that were taken and never came in, packets that the device could not sample, and samples of no IP packet. */
    samples_lost: u64,
    samples_dropped: u64,
    samples_not_ip: u64,
    /** What the exporter says of itself: records that it sent, flows that it made and could not send, packets that it did not look at. */
    exporter_sent: u64,
    exporter_not_sent: u64,
    exporter_ignored: u64,
    /** Records by template. */
    template_records: counts,
    template_bytes: counts,
    /** When the newest data set of a template came in, and since when the template is known as it is: milliseconds since 1970. */
    template_last: counts,
    template_since: counts,
    /** Fields of a template, and how many of them are its scope: one with some is of options. */
    template_fields: counts,
    template_scopes: counts,
    /** What was refused of templates and their data: `256 record truncated`. */
    template_errors: counts,
    last_export: millis,
    /** Exporter's clock minus ours, in milliseconds. */
    skew: i64,
    /** What was added to the times of its flows, in milliseconds: 0 while its clock is believed. */
    correction: i64,
    /** Flows whose own times made no sense and were replaced by that of the export. */
    times_replaced: u64,
  },
  engine: 'MergeTree',
  partitionBy: 'toYYYYMM(at)',
  orderBy: ['customer', 'exporter', 'address', 'at'],
  keep: { column: 'at', days: 28, as: 'statistics' },
});
