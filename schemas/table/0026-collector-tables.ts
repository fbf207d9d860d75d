/** What exporters say of themselves, records by template, and what exporters call applications. */
export const collectorTables: readonly string[] = [
  `ALTER TABLE collector_stats
  ADD COLUMN exporter_sent UInt64 AFTER samples_not_ip,
  ADD COLUMN exporter_not_sent UInt64 AFTER exporter_sent,
  ADD COLUMN exporter_ignored UInt64 AFTER exporter_not_sent,
  ADD COLUMN template_records Map(LowCardinality(String), UInt64) AFTER exporter_ignored`,
  `CREATE TABLE IF NOT EXISTS application_names (
  customer UInt32,
  application UInt64,
  name LowCardinality(String),
  category LowCardinality(String),
  sub_category LowCardinality(String),
  application_group LowCardinality(String),
  traffic_class LowCardinality(String),
  relevance LowCardinality(String),
  at DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(at)
ORDER BY (customer, application)
SETTINGS non_replicated_deduplication_window = 10000`,
];
