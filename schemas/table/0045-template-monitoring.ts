/** What came in by template, beside its records: bytes, the newest set, what the template is, and errors by reason. */
export const templateMonitoring: readonly string[] = [
  `ALTER TABLE collector_stats
  ADD COLUMN template_bytes Map(LowCardinality(String), UInt64) AFTER template_records,
  ADD COLUMN template_last Map(LowCardinality(String), UInt64) AFTER template_bytes,
  ADD COLUMN template_since Map(LowCardinality(String), UInt64) AFTER template_last,
  ADD COLUMN template_fields Map(LowCardinality(String), UInt64) AFTER template_since,
  ADD COLUMN template_scopes Map(LowCardinality(String), UInt64) AFTER template_fields,
  ADD COLUMN template_errors Map(LowCardinality(String), UInt64) AFTER template_scopes`,
];
