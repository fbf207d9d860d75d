/** As it shipped: never changed, what comes later is another migration. */
export const foundation: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS flows (
  customer UInt32 CODEC(T64, LZ4),
  site UInt32,
  exporter UInt32,
  in_interface UInt32,
  out_interface UInt32,
  in_index UInt32,
  out_index UInt32,
  received DateTime64(3, 'UTC') CODEC(DoubleDelta, LZ4),
  first DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  last DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  source_site UInt32,
  destination_site UInt32,
  source IPv6 CODEC(ZSTD(1)),
  destination IPv6 CODEC(ZSTD(1)),
  next_hop IPv6 CODEC(ZSTD(1)),
  source_port UInt16,
  destination_port UInt16,
  source_as UInt32,
  destination_as UInt32,
  vpn UInt32,
  application UInt64,
  protocol UInt8,
  dscp UInt8,
  tcp_flags UInt16,
  direction UInt8,
  end_reason UInt8,
  sampling UInt32 CODEC(T64, LZ4),
  bytes UInt64 CODEC(T64, LZ4),
  packets UInt64 CODEC(T64, LZ4)
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(received)
ORDER BY (customer, toStartOfFiveMinutes(received), exporter, in_interface, out_interface)
TTL toDateTime(received) + INTERVAL 3 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`,
  `CREATE TABLE IF NOT EXISTS flows_5m (
  customer UInt32,
  at DateTime('UTC') CODEC(DoubleDelta, LZ4),
  site UInt32,
  exporter UInt32,
  in_interface UInt32,
  out_interface UInt32,
  source_site UInt32,
  destination_site UInt32,
  application UInt64,
  protocol UInt8,
  dscp UInt8,
  direction UInt8,
  bytes UInt64 CODEC(T64, LZ4),
  packets UInt64 CODEC(T64, LZ4),
  flows UInt64 CODEC(T64, LZ4)
)
ENGINE = SummingMergeTree((bytes, packets, flows))
PARTITION BY toYYYYMMDD(at)
ORDER BY (customer, at, site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction)
TTL toDateTime(at) + INTERVAL 28 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS flows_5m_view TO flows_5m AS SELECT toStartOfInterval(last, INTERVAL 5 MINUTE, 'UTC') AS at, customer, site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction, sum(bytes) AS bytes, sum(packets) AS packets, count() AS flows FROM flows GROUP BY at, customer, site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction`,
  `CREATE TABLE IF NOT EXISTS flows_1h (
  customer UInt32,
  at DateTime('UTC') CODEC(DoubleDelta, LZ4),
  site UInt32,
  exporter UInt32,
  in_interface UInt32,
  out_interface UInt32,
  source_site UInt32,
  destination_site UInt32,
  application UInt64,
  protocol UInt8,
  dscp UInt8,
  direction UInt8,
  bytes UInt64 CODEC(T64, LZ4),
  packets UInt64 CODEC(T64, LZ4),
  flows UInt64 CODEC(T64, LZ4)
)
ENGINE = SummingMergeTree((bytes, packets, flows))
PARTITION BY toYYYYMM(at)
ORDER BY (customer, at, site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction)
TTL toDateTime(at) + INTERVAL 92 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS flows_1h_view TO flows_1h AS SELECT toStartOfInterval(at, INTERVAL 1 HOUR, 'UTC') AS at, customer, site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction, sum(bytes) AS bytes, sum(packets) AS packets, sum(flows) AS flows FROM flows_5m GROUP BY at, customer, site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction`,
  `CREATE TABLE IF NOT EXISTS flows_1d (
  customer UInt32,
  at DateTime('UTC') CODEC(DoubleDelta, LZ4),
  site UInt32,
  exporter UInt32,
  in_interface UInt32,
  out_interface UInt32,
  source_site UInt32,
  destination_site UInt32,
  application UInt64,
  protocol UInt8,
  dscp UInt8,
  direction UInt8,
  bytes UInt64 CODEC(T64, LZ4),
  packets UInt64 CODEC(T64, LZ4),
  flows UInt64 CODEC(T64, LZ4)
)
ENGINE = SummingMergeTree((bytes, packets, flows))
PARTITION BY toYYYYMM(at)
ORDER BY (customer, at, site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction)
TTL toDateTime(at) + INTERVAL 1096 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS flows_1d_view TO flows_1d AS SELECT toStartOfInterval(at, INTERVAL 1 DAY, 'UTC') AS at, customer, site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction, sum(bytes) AS bytes, sum(packets) AS packets, sum(flows) AS flows FROM flows_1h GROUP BY at, customer, site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction`,
  `CREATE TABLE IF NOT EXISTS samples (
  customer UInt32,
  site UInt32,
  element UInt32,
  counter UInt16,
  at DateTime64(3, 'UTC') CODEC(DoubleDelta, LZ4),
  uptime UInt64 CODEC(Delta, ZSTD(1)),
  discontinuity UInt32,
  value UInt64 CODEC(Delta, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(at)
ORDER BY (customer, element, counter, at)
TTL toDateTime(at) + INTERVAL 3 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`,
  `CREATE TABLE IF NOT EXISTS measures (
  customer UInt32,
  site UInt32,
  element UInt32,
  kpi UInt16,
  at DateTime('UTC') CODEC(DoubleDelta, LZ4),
  length UInt32,
  value Float64 CODEC(Gorilla, ZSTD(1)),
  numerator Float64 CODEC(Gorilla, ZSTD(1)),
  denominator Float64 CODEC(Gorilla, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(at)
ORDER BY (customer, kpi, element, at)
TTL toDateTime(at) + INTERVAL 28 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`,
  `CREATE TABLE IF NOT EXISTS measures_1h (
  customer UInt32,
  site UInt32,
  element UInt32,
  kpi UInt16,
  at DateTime('UTC') CODEC(DoubleDelta, LZ4),
  minimum SimpleAggregateFunction(min, Float64),
  maximum SimpleAggregateFunction(max, Float64),
  total SimpleAggregateFunction(sum, Float64),
  count SimpleAggregateFunction(sum, UInt64),
  numerator SimpleAggregateFunction(sum, Float64),
  denominator SimpleAggregateFunction(sum, Float64),
  minimum_at AggregateFunction(argMin, DateTime('UTC'), Float64),
  maximum_at AggregateFunction(argMax, DateTime('UTC'), Float64),
  first AggregateFunction(argMin, Float64, DateTime('UTC')),
  last AggregateFunction(argMax, Float64, DateTime('UTC')),
  first_at SimpleAggregateFunction(min, DateTime('UTC')),
  last_at SimpleAggregateFunction(max, DateTime('UTC')),
  quantiles AggregateFunction(quantiles(0.5, 0.9, 0.95, 0.99), Float64)
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (customer, kpi, element, at, site)
TTL toDateTime(at) + INTERVAL 92 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS measures_1h_view TO measures_1h AS SELECT m.customer AS customer, m.site AS site, m.element AS element, m.kpi AS kpi, toStartOfInterval(m.at, INTERVAL 1 HOUR, 'UTC') AS at, min(value) AS minimum, max(value) AS maximum, sum(value) AS total, count() AS count, sum(m.numerator) AS numerator, sum(m.denominator) AS denominator, argMinState(m.at, value) AS minimum_at, argMaxState(m.at, value) AS maximum_at, argMinState(value, m.at) AS first, argMaxState(value, m.at) AS last, min(m.at) AS first_at, max(m.at) AS last_at, quantilesState(0.5, 0.9, 0.95, 0.99)(value) AS quantiles FROM measures AS m GROUP BY customer, site, element, kpi, toStartOfInterval(m.at, INTERVAL 1 HOUR, 'UTC')`,
  `CREATE TABLE IF NOT EXISTS measures_1d (
  customer UInt32,
  site UInt32,
  element UInt32,
  kpi UInt16,
  at DateTime('UTC') CODEC(DoubleDelta, LZ4),
  minimum SimpleAggregateFunction(min, Float64),
  maximum SimpleAggregateFunction(max, Float64),
  total SimpleAggregateFunction(sum, Float64),
  count SimpleAggregateFunction(sum, UInt64),
  numerator SimpleAggregateFunction(sum, Float64),
  denominator SimpleAggregateFunction(sum, Float64),
  minimum_at AggregateFunction(argMin, DateTime('UTC'), Float64),
  maximum_at AggregateFunction(argMax, DateTime('UTC'), Float64),
  first AggregateFunction(argMin, Float64, DateTime('UTC')),
  last AggregateFunction(argMax, Float64, DateTime('UTC')),
  first_at SimpleAggregateFunction(min, DateTime('UTC')),
  last_at SimpleAggregateFunction(max, DateTime('UTC')),
  quantiles AggregateFunction(quantiles(0.5, 0.9, 0.95, 0.99), Float64)
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (customer, kpi, element, at, site)
TTL toDateTime(at) + INTERVAL 1096 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS measures_1d_view TO measures_1d AS SELECT m.customer AS customer, m.site AS site, m.element AS element, m.kpi AS kpi, toStartOfInterval(m.at, INTERVAL 1 DAY, 'UTC') AS at, min(m.minimum) AS minimum, max(m.maximum) AS maximum, sum(m.total) AS total, sum(m.count) AS count, sum(m.numerator) AS numerator, sum(m.denominator) AS denominator, argMinMergeState(m.minimum_at) AS minimum_at, argMaxMergeState(m.maximum_at) AS maximum_at, argMinMergeState(m.first) AS first, argMaxMergeState(m.last) AS last, min(m.first_at) AS first_at, max(m.last_at) AS last_at, quantilesMergeState(0.5, 0.9, 0.95, 0.99)(m.quantiles) AS quantiles FROM measures_1h AS m GROUP BY customer, site, element, kpi, toStartOfInterval(m.at, INTERVAL 1 DAY, 'UTC')`,
  `CREATE TABLE IF NOT EXISTS alarm_events (
  customer UInt32,
  site UInt32,
  element UInt32,
  alarm UInt32,
  kpi UInt16,
  event FixedString(16),
  edge LowCardinality(String),
  severity LowCardinality(String),
  cause LowCardinality(String),
  at DateTime('UTC'),
  length UInt32,
  ingested DateTime64(3, 'UTC'),
  value Float64,
  threshold Float64,
  outliers UInt8,
  measures UInt8,
  evidence String
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (customer, at, alarm, element, event)
TTL toDateTime(at) + INTERVAL 1096 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`,
  `CREATE TABLE IF NOT EXISTS collector_stats (
  at DateTime('UTC'),
  collector LowCardinality(String),
  customer UInt32,
  exporter UInt32,
  address IPv6,
  domain UInt32,
  packets UInt64,
  bytes UInt64,
  records UInt64,
  lost UInt64,
  unknown_template UInt64,
  errors UInt64,
  last_error LowCardinality(String),
  last_export DateTime64(3, 'UTC'),
  skew Int64
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (customer, exporter, address, at)
TTL toDateTime(at) + INTERVAL 28 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`,
];
