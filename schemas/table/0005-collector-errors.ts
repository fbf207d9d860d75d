/** Errors by reason, repeated datagrams and restarts of exporters. */
export const collectorErrors: readonly string[] = [
  `ALTER TABLE collector_stats
  ADD COLUMN errors_by_reason Map(LowCardinality(String), UInt64) AFTER last_error,
  ADD COLUMN repeated UInt64 AFTER errors_by_reason,
  ADD COLUMN restarts UInt64 AFTER repeated`,
];
