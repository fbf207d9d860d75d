import { counts, i64, ipv6, millis, seconds, u32, u64, word } from '../column.ts';
import { table } from '../table.ts';

/** Counts of one collector process by exporter and domain, since its previous row. */
export const collectorStats = table({
  name: 'collector_stats',
  columns: {
    at: seconds,
    collector: word,
    /** 0, like the exporter, in rows of the collector itself: kernel drops, with the port as domain. */
    customer: u32,
    exporter: u32,
    address: ipv6,
    domain: u32,
    packets: u64,
    bytes: u64,
    records: u64,
    /** Records that the exporter sent and that never arrived, from its sequence numbers. */
    lost: u64,
    /** Data sets without their template. */
    unknown_template: u64,
    /** Rejected datagrams or sets, with the last reason, and their number by reason. */
    errors: u64,
    last_error: word,
    errors_by_reason: counts,
    /** Duplicate datagrams, and restarts of the exporter, from its sequence numbers. */
    duplicates: u64,
    restarts: u64,
    /** Records with elements that no list names, by element (`25506/12`: enterprise and number). */
    unknown_elements: counts,
    /** sFlow: samples that never arrived, packets that the device could not sample, and samples of packets other than IP. */
    samples_lost: u64,
    samples_dropped: u64,
    samples_not_ip: u64,
    /** Reported by the exporter: records sent, flows that it could not send, packets that it ignored. */
    exporter_sent: u64,
    exporter_not_sent: u64,
    exporter_ignored: u64,
    /** Records by template. */
    template_records: counts,
    template_bytes: counts,
    /**
     * Time of the newest data set of a template, and since when the template has its current definition: milliseconds since
     * 1970.
     */
    template_last: counts,
    template_since: counts,
    /** Fields of a template, and its scope fields: a template with scope fields is an options template. */
    template_fields: counts,
    template_scopes: counts,
    /** Errors of templates and their data: `256 record truncated`. */
    template_errors: counts,
    last_export: millis,
    /** Exporter's clock minus ours, in milliseconds. */
    skew: i64,
    /** Correction of the flow times in milliseconds: 0 while the exporter's clock is plausible. */
    correction: i64,
    /** Flows with implausible times, which were replaced by the export time. */
    times_replaced: u64,
    /**
     * Bytes of flows, multiplied by their sampling interval: all, those that count in no sum because another row of the site
     * reports them, those that count in the sums of their site only, and all by sampling rate (`schemas/collector/sampling.ts`).
     */
    flow_bytes: u64,
    duplicate_bytes: u64,
    other_site_bytes: u64,
    sampled_bytes: counts,
    /** Flows that their interface could not have carried, in `quarantined_flows`, and their bytes. */
    quarantined: u64,
    quarantined_bytes: u64,
  },
  engine: 'MergeTree',
  partitionBy: 'toYYYYMM(at)',
  orderBy: ['customer', 'exporter', 'address', 'at'],
  keep: { column: 'at', days: 28, as: 'statistics' },
});
