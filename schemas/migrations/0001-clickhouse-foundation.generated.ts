/** Written by `npm run foundation` from the column lists in `schemas/table`. */
export const clickhouseFoundation: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS flows (
  customer UInt32 CODEC(T64, LZ4),
  site UInt32,
  exporter UInt32,
  in_interface UInt32,
  out_interface UInt32,
  in_index UInt32,
  out_index UInt32,
  received DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
  first DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
  last DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
  source_site UInt32 CODEC(T64, ZSTD(1)),
  destination_site UInt32 CODEC(T64, ZSTD(1)),
  source IPv6 CODEC(ZSTD(1)),
  destination IPv6 CODEC(ZSTD(1)),
  next_hop IPv6 CODEC(ZSTD(1)),
  source_port UInt16 CODEC(ZSTD(1)),
  destination_port UInt16 CODEC(ZSTD(1)),
  source_as UInt32,
  destination_as UInt32,
  vpn UInt32,
  application UInt64 CODEC(ZSTD(3)),
  protocol UInt8 CODEC(ZSTD(1)),
  dscp UInt8 CODEC(ZSTD(1)),
  tcp_flags UInt16 CODEC(T64, ZSTD(1)),
  direction UInt8,
  end_reason UInt8,
  duplicate UInt8,
  sampling UInt32 CODEC(T64, LZ4),
  bytes UInt64 CODEC(T64, ZSTD(1)),
  packets UInt64 CODEC(T64, ZSTD(1)),
  egress_vpn UInt32 CODEC(T64, ZSTD(1)),
  mpls_label UInt32 CODEC(T64, ZSTD(1)),
  vlan UInt16 CODEC(T64, ZSTD(1)),
  post_vlan UInt16 CODEC(T64, ZSTD(1)),
  forwarding_status UInt8 CODEC(ZSTD(1)),
  post_nat_source IPv6 CODEC(ZSTD(1)),
  post_nat_destination IPv6 CODEC(ZSTD(1)),
  post_nat_source_port UInt16 CODEC(ZSTD(1)),
  post_nat_destination_port UInt16 CODEC(ZSTD(1)),
  nat_event UInt8 CODEC(ZSTD(1)),
  firewall_event UInt8 CODEC(ZSTD(1)),
  own_as UInt32 CODEC(T64, ZSTD(1)),
  as_path FixedString(48) CODEC(ZSTD(1)),
  user FixedString(64) CODEC(ZSTD(1)),
  client_mac FixedString(6) CODEC(ZSTD(1)),
  client IPv6 CODEC(ZSTD(1)),
  icmp_type UInt8 ALIAS if(protocol IN (1, 58), bitShiftRight(destination_port, 8), 0),
  icmp_code UInt8 ALIAS if(protocol IN (1, 58), bitAnd(destination_port, 255), 0),
  user_name String ALIAS toStringCutToZero(user),
  as_numbers Array(UInt32) ALIAS arrayFilter(number -> number != 0, arrayMap(place -> reinterpretAsUInt32(substring(as_path, place * 4 + 1, 4)), range(12)))
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(received)
ORDER BY (customer, toStartOfFiveMinutes(received), exporter, in_interface, out_interface)
TTL toDateTime(received) + INTERVAL 3 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`,
  `CREATE TABLE IF NOT EXISTS quarantined_flows (
  customer UInt32 CODEC(T64, LZ4),
  site UInt32,
  exporter UInt32,
  in_interface UInt32,
  out_interface UInt32,
  in_index UInt32,
  out_index UInt32,
  received DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
  first DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
  last DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
  source_site UInt32 CODEC(T64, ZSTD(1)),
  destination_site UInt32 CODEC(T64, ZSTD(1)),
  source IPv6 CODEC(ZSTD(1)),
  destination IPv6 CODEC(ZSTD(1)),
  next_hop IPv6 CODEC(ZSTD(1)),
  source_port UInt16 CODEC(ZSTD(1)),
  destination_port UInt16 CODEC(ZSTD(1)),
  source_as UInt32,
  destination_as UInt32,
  vpn UInt32,
  application UInt64 CODEC(ZSTD(3)),
  protocol UInt8 CODEC(ZSTD(1)),
  dscp UInt8 CODEC(ZSTD(1)),
  tcp_flags UInt16 CODEC(T64, ZSTD(1)),
  direction UInt8,
  end_reason UInt8,
  duplicate UInt8,
  sampling UInt32 CODEC(T64, LZ4),
  bytes UInt64 CODEC(T64, ZSTD(1)),
  packets UInt64 CODEC(T64, ZSTD(1)),
  egress_vpn UInt32 CODEC(T64, ZSTD(1)),
  mpls_label UInt32 CODEC(T64, ZSTD(1)),
  vlan UInt16 CODEC(T64, ZSTD(1)),
  post_vlan UInt16 CODEC(T64, ZSTD(1)),
  forwarding_status UInt8 CODEC(ZSTD(1)),
  post_nat_source IPv6 CODEC(ZSTD(1)),
  post_nat_destination IPv6 CODEC(ZSTD(1)),
  post_nat_source_port UInt16 CODEC(ZSTD(1)),
  post_nat_destination_port UInt16 CODEC(ZSTD(1)),
  nat_event UInt8 CODEC(ZSTD(1)),
  firewall_event UInt8 CODEC(ZSTD(1)),
  own_as UInt32 CODEC(T64, ZSTD(1)),
  as_path FixedString(48) CODEC(ZSTD(1)),
  user FixedString(64) CODEC(ZSTD(1)),
  client_mac FixedString(6) CODEC(ZSTD(1)),
  client IPv6 CODEC(ZSTD(1)),
  icmp_type UInt8 ALIAS if(protocol IN (1, 58), bitShiftRight(destination_port, 8), 0),
  icmp_code UInt8 ALIAS if(protocol IN (1, 58), bitAnd(destination_port, 255), 0),
  user_name String ALIAS toStringCutToZero(user),
  as_numbers Array(UInt32) ALIAS arrayFilter(number -> number != 0, arrayMap(place -> reinterpretAsUInt32(substring(as_path, place * 4 + 1, 4)), range(12)))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(received)
ORDER BY (customer, received)
TTL toDateTime(received) + INTERVAL 28 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`,
  `CREATE TABLE IF NOT EXISTS rollup_steps (
  customer UInt32,
  parts UInt8,
  since DateTime('UTC')
)
ENGINE = Join(ANY, LEFT, customer)
SETTINGS join_any_take_last_row = 1`,
  `CREATE TABLE IF NOT EXISTS flows_5m (
  customer UInt32,
  at DateTime('UTC') CODEC(ZSTD(1)),
  site UInt32 CODEC(ZSTD(1)),
  exporter UInt32 CODEC(ZSTD(1)),
  in_interface UInt32 CODEC(ZSTD(1)),
  out_interface UInt32 CODEC(ZSTD(1)),
  source_site UInt32 CODEC(T64, ZSTD(1)),
  destination_site UInt32 CODEC(T64, ZSTD(1)),
  application UInt64 CODEC(ZSTD(3)),
  protocol UInt8 CODEC(ZSTD(1)),
  dscp UInt8 CODEC(ZSTD(1)),
  direction UInt8,
  duplicate UInt8,
  bytes UInt64 CODEC(T64, ZSTD(1)),
  packets UInt64 CODEC(T64, ZSTD(1)),
  flows UInt64 CODEC(T64, ZSTD(1)),
  INDEX sites site TYPE set(64) GRANULARITY 1
)
ENGINE = SummingMergeTree((bytes, packets, flows))
PARTITION BY toYYYYMMDD(at)
PRIMARY KEY (customer, toStartOfHour(at), site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction, duplicate)
ORDER BY (customer, toStartOfHour(at), site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction, duplicate, at)
TTL toDateTime(at) + INTERVAL 28 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS flows_5m_view TO flows_5m AS SELECT toStartOfInterval(last, INTERVAL 5 MINUTE, 'UTC') AS at, customer, site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction, duplicate, sum(bytes) AS bytes, sum(packets) AS packets, count() AS flows FROM flows GROUP BY at, customer, site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction, duplicate`,
  `CREATE TABLE IF NOT EXISTS flows_1h (
  customer UInt32,
  at DateTime('UTC') CODEC(ZSTD(1)),
  site UInt32 CODEC(ZSTD(1)),
  exporter UInt32 CODEC(ZSTD(1)),
  in_interface UInt32 CODEC(ZSTD(1)),
  out_interface UInt32 CODEC(ZSTD(1)),
  source_site UInt32 CODEC(T64, ZSTD(1)),
  destination_site UInt32 CODEC(T64, ZSTD(1)),
  application UInt64 CODEC(ZSTD(3)),
  protocol UInt8 CODEC(ZSTD(1)),
  dscp UInt8 CODEC(ZSTD(1)),
  direction UInt8,
  duplicate UInt8,
  bytes UInt64 CODEC(T64, ZSTD(1)),
  packets UInt64 CODEC(T64, ZSTD(1)),
  flows UInt64 CODEC(T64, ZSTD(1)),
  INDEX sites site TYPE set(64) GRANULARITY 1
)
ENGINE = SummingMergeTree((bytes, packets, flows))
PARTITION BY toYYYYMM(at)
PRIMARY KEY (customer, toDate(at), site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction, duplicate)
ORDER BY (customer, toDate(at), site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction, duplicate, at)
TTL toDateTime(at) + INTERVAL 1096 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1, index_granularity = 2048`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS flows_1h_view TO flows_1h AS SELECT at - toUnixTimestamp(at) % intDiv(3600, greatest(1, joinGet('rollup_steps', 'parts', customer))) AS at, customer, site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction, duplicate, sum(bytes) AS bytes, sum(packets) AS packets, sum(flows) AS flows FROM flows_5m GROUP BY at, customer, site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction, duplicate`,
  `CREATE TABLE IF NOT EXISTS flows_1d (
  customer UInt32,
  at DateTime('UTC') CODEC(ZSTD(1)),
  site UInt32 CODEC(ZSTD(1)),
  exporter UInt32 CODEC(ZSTD(1)),
  in_interface UInt32 CODEC(ZSTD(1)),
  out_interface UInt32 CODEC(ZSTD(1)),
  source_site UInt32 CODEC(T64, ZSTD(1)),
  destination_site UInt32 CODEC(T64, ZSTD(1)),
  application UInt64 CODEC(ZSTD(3)),
  protocol UInt8 CODEC(ZSTD(1)),
  dscp UInt8 CODEC(ZSTD(1)),
  direction UInt8,
  duplicate UInt8,
  bytes UInt64 CODEC(T64, ZSTD(1)),
  packets UInt64 CODEC(T64, ZSTD(1)),
  flows UInt64 CODEC(T64, ZSTD(1)),
  INDEX sites site TYPE set(64) GRANULARITY 1
)
ENGINE = SummingMergeTree((bytes, packets, flows))
PARTITION BY toYYYYMM(at)
PRIMARY KEY (customer, toMonday(at), site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction, duplicate)
ORDER BY (customer, toMonday(at), site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction, duplicate, at)
TTL toDateTime(at) + INTERVAL 1096 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1, index_granularity = 2048`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS flows_1d_view TO flows_1d AS SELECT toStartOfInterval(at, INTERVAL 1 DAY, 'UTC') AS at, customer, site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction, duplicate, sum(bytes) AS bytes, sum(packets) AS packets, sum(flows) AS flows FROM flows_1h GROUP BY at, customer, site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp, direction, duplicate`,
  `CREATE TABLE IF NOT EXISTS flow_metrics (
  customer UInt32,
  at DateTime('UTC') CODEC(DoubleDelta, LZ4),
  site UInt32,
  exporter UInt32,
  source_site UInt32,
  destination_site UInt32,
  application UInt64,
  dscp UInt8,
  duplicate UInt8,
  payload_type UInt8,
  flows UInt64,
  packets UInt64,
  connections UInt64,
  connection_flows UInt64,
  responses UInt64,
  late_responses UInt64,
  response_ms UInt64,
  server_ms UInt64,
  total_ms UInt64,
  network_connections UInt64,
  network_ms UInt64,
  client_network_ms UInt64,
  server_network_ms UInt64,
  transactions UInt64,
  transaction_ms UInt64,
  client_retransmitted UInt64,
  server_retransmitted UInt64,
  client_retransmitted_bytes UInt64,
  server_retransmitted_bytes UInt64,
  retransmission_packets UInt64,
  rtp_lost UInt64,
  rtp_packets UInt64,
  rtp_jitter_us UInt64,
  rtp_flows UInt64,
  server_ms_max UInt32,
  network_ms_max UInt32,
  rtp_jitter_us_max UInt32
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(at)
ORDER BY (customer, at, exporter, application)
TTL toDateTime(at) + INTERVAL 3 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`,
  `CREATE TABLE IF NOT EXISTS flow_metrics_5m (
  customer UInt32,
  at DateTime('UTC') CODEC(DoubleDelta, LZ4),
  site UInt32,
  exporter UInt32,
  source_site UInt32,
  destination_site UInt32,
  application UInt64,
  dscp UInt8,
  duplicate UInt8,
  payload_type UInt8,
  flows SimpleAggregateFunction(sum, UInt64),
  packets SimpleAggregateFunction(sum, UInt64),
  connections SimpleAggregateFunction(sum, UInt64),
  connection_flows SimpleAggregateFunction(sum, UInt64),
  responses SimpleAggregateFunction(sum, UInt64),
  late_responses SimpleAggregateFunction(sum, UInt64),
  response_ms SimpleAggregateFunction(sum, UInt64),
  server_ms SimpleAggregateFunction(sum, UInt64),
  total_ms SimpleAggregateFunction(sum, UInt64),
  network_connections SimpleAggregateFunction(sum, UInt64),
  network_ms SimpleAggregateFunction(sum, UInt64),
  client_network_ms SimpleAggregateFunction(sum, UInt64),
  server_network_ms SimpleAggregateFunction(sum, UInt64),
  transactions SimpleAggregateFunction(sum, UInt64),
  transaction_ms SimpleAggregateFunction(sum, UInt64),
  client_retransmitted SimpleAggregateFunction(sum, UInt64),
  server_retransmitted SimpleAggregateFunction(sum, UInt64),
  client_retransmitted_bytes SimpleAggregateFunction(sum, UInt64),
  server_retransmitted_bytes SimpleAggregateFunction(sum, UInt64),
  retransmission_packets SimpleAggregateFunction(sum, UInt64),
  rtp_lost SimpleAggregateFunction(sum, UInt64),
  rtp_packets SimpleAggregateFunction(sum, UInt64),
  rtp_jitter_us SimpleAggregateFunction(sum, UInt64),
  rtp_flows SimpleAggregateFunction(sum, UInt64),
  server_ms_max SimpleAggregateFunction(max, UInt32),
  network_ms_max SimpleAggregateFunction(max, UInt32),
  rtp_jitter_us_max SimpleAggregateFunction(max, UInt32)
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMMDD(at)
ORDER BY (customer, at, site, exporter, source_site, destination_site, application, dscp, duplicate, payload_type)
TTL toDateTime(at) + INTERVAL 28 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS flow_metrics_5m_view TO flow_metrics_5m AS SELECT toStartOfInterval(at, INTERVAL 5 MINUTE, 'UTC') AS at, customer, site, exporter, source_site, destination_site, application, dscp, duplicate, payload_type, sum(flows) AS flows, sum(packets) AS packets, sum(connections) AS connections, sum(connection_flows) AS connection_flows, sum(responses) AS responses, sum(late_responses) AS late_responses, sum(response_ms) AS response_ms, sum(server_ms) AS server_ms, sum(total_ms) AS total_ms, sum(network_connections) AS network_connections, sum(network_ms) AS network_ms, sum(client_network_ms) AS client_network_ms, sum(server_network_ms) AS server_network_ms, sum(transactions) AS transactions, sum(transaction_ms) AS transaction_ms, sum(client_retransmitted) AS client_retransmitted, sum(server_retransmitted) AS server_retransmitted, sum(client_retransmitted_bytes) AS client_retransmitted_bytes, sum(server_retransmitted_bytes) AS server_retransmitted_bytes, sum(retransmission_packets) AS retransmission_packets, sum(rtp_lost) AS rtp_lost, sum(rtp_packets) AS rtp_packets, sum(rtp_jitter_us) AS rtp_jitter_us, sum(rtp_flows) AS rtp_flows, max(server_ms_max) AS server_ms_max, max(network_ms_max) AS network_ms_max, max(rtp_jitter_us_max) AS rtp_jitter_us_max FROM flow_metrics GROUP BY at, customer, site, exporter, source_site, destination_site, application, dscp, duplicate, payload_type`,
  `CREATE TABLE IF NOT EXISTS flow_metrics_1h (
  customer UInt32,
  at DateTime('UTC') CODEC(DoubleDelta, LZ4),
  site UInt32,
  exporter UInt32,
  source_site UInt32,
  destination_site UInt32,
  application UInt64,
  dscp UInt8,
  duplicate UInt8,
  payload_type UInt8,
  flows SimpleAggregateFunction(sum, UInt64),
  packets SimpleAggregateFunction(sum, UInt64),
  connections SimpleAggregateFunction(sum, UInt64),
  connection_flows SimpleAggregateFunction(sum, UInt64),
  responses SimpleAggregateFunction(sum, UInt64),
  late_responses SimpleAggregateFunction(sum, UInt64),
  response_ms SimpleAggregateFunction(sum, UInt64),
  server_ms SimpleAggregateFunction(sum, UInt64),
  total_ms SimpleAggregateFunction(sum, UInt64),
  network_connections SimpleAggregateFunction(sum, UInt64),
  network_ms SimpleAggregateFunction(sum, UInt64),
  client_network_ms SimpleAggregateFunction(sum, UInt64),
  server_network_ms SimpleAggregateFunction(sum, UInt64),
  transactions SimpleAggregateFunction(sum, UInt64),
  transaction_ms SimpleAggregateFunction(sum, UInt64),
  client_retransmitted SimpleAggregateFunction(sum, UInt64),
  server_retransmitted SimpleAggregateFunction(sum, UInt64),
  client_retransmitted_bytes SimpleAggregateFunction(sum, UInt64),
  server_retransmitted_bytes SimpleAggregateFunction(sum, UInt64),
  retransmission_packets SimpleAggregateFunction(sum, UInt64),
  rtp_lost SimpleAggregateFunction(sum, UInt64),
  rtp_packets SimpleAggregateFunction(sum, UInt64),
  rtp_jitter_us SimpleAggregateFunction(sum, UInt64),
  rtp_flows SimpleAggregateFunction(sum, UInt64),
  server_ms_max SimpleAggregateFunction(max, UInt32),
  network_ms_max SimpleAggregateFunction(max, UInt32),
  rtp_jitter_us_max SimpleAggregateFunction(max, UInt32)
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (customer, at, site, exporter, source_site, destination_site, application, dscp, duplicate, payload_type)
TTL toDateTime(at) + INTERVAL 1096 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS flow_metrics_1h_view TO flow_metrics_1h AS SELECT at - toUnixTimestamp(at) % intDiv(3600, greatest(1, joinGet('rollup_steps', 'parts', customer))) AS at, customer, site, exporter, source_site, destination_site, application, dscp, duplicate, payload_type, sum(flows) AS flows, sum(packets) AS packets, sum(connections) AS connections, sum(connection_flows) AS connection_flows, sum(responses) AS responses, sum(late_responses) AS late_responses, sum(response_ms) AS response_ms, sum(server_ms) AS server_ms, sum(total_ms) AS total_ms, sum(network_connections) AS network_connections, sum(network_ms) AS network_ms, sum(client_network_ms) AS client_network_ms, sum(server_network_ms) AS server_network_ms, sum(transactions) AS transactions, sum(transaction_ms) AS transaction_ms, sum(client_retransmitted) AS client_retransmitted, sum(server_retransmitted) AS server_retransmitted, sum(client_retransmitted_bytes) AS client_retransmitted_bytes, sum(server_retransmitted_bytes) AS server_retransmitted_bytes, sum(retransmission_packets) AS retransmission_packets, sum(rtp_lost) AS rtp_lost, sum(rtp_packets) AS rtp_packets, sum(rtp_jitter_us) AS rtp_jitter_us, sum(rtp_flows) AS rtp_flows, max(server_ms_max) AS server_ms_max, max(network_ms_max) AS network_ms_max, max(rtp_jitter_us_max) AS rtp_jitter_us_max FROM flow_metrics_5m GROUP BY at, customer, site, exporter, source_site, destination_site, application, dscp, duplicate, payload_type`,
  `CREATE TABLE IF NOT EXISTS flow_metrics_1d (
  customer UInt32,
  at DateTime('UTC') CODEC(DoubleDelta, LZ4),
  site UInt32,
  exporter UInt32,
  source_site UInt32,
  destination_site UInt32,
  application UInt64,
  dscp UInt8,
  duplicate UInt8,
  payload_type UInt8,
  flows SimpleAggregateFunction(sum, UInt64),
  packets SimpleAggregateFunction(sum, UInt64),
  connections SimpleAggregateFunction(sum, UInt64),
  connection_flows SimpleAggregateFunction(sum, UInt64),
  responses SimpleAggregateFunction(sum, UInt64),
  late_responses SimpleAggregateFunction(sum, UInt64),
  response_ms SimpleAggregateFunction(sum, UInt64),
  server_ms SimpleAggregateFunction(sum, UInt64),
  total_ms SimpleAggregateFunction(sum, UInt64),
  network_connections SimpleAggregateFunction(sum, UInt64),
  network_ms SimpleAggregateFunction(sum, UInt64),
  client_network_ms SimpleAggregateFunction(sum, UInt64),
  server_network_ms SimpleAggregateFunction(sum, UInt64),
  transactions SimpleAggregateFunction(sum, UInt64),
  transaction_ms SimpleAggregateFunction(sum, UInt64),
  client_retransmitted SimpleAggregateFunction(sum, UInt64),
  server_retransmitted SimpleAggregateFunction(sum, UInt64),
  client_retransmitted_bytes SimpleAggregateFunction(sum, UInt64),
  server_retransmitted_bytes SimpleAggregateFunction(sum, UInt64),
  retransmission_packets SimpleAggregateFunction(sum, UInt64),
  rtp_lost SimpleAggregateFunction(sum, UInt64),
  rtp_packets SimpleAggregateFunction(sum, UInt64),
  rtp_jitter_us SimpleAggregateFunction(sum, UInt64),
  rtp_flows SimpleAggregateFunction(sum, UInt64),
  server_ms_max SimpleAggregateFunction(max, UInt32),
  network_ms_max SimpleAggregateFunction(max, UInt32),
  rtp_jitter_us_max SimpleAggregateFunction(max, UInt32)
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (customer, at, site, exporter, source_site, destination_site, application, dscp, duplicate, payload_type)
TTL toDateTime(at) + INTERVAL 1096 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS flow_metrics_1d_view TO flow_metrics_1d AS SELECT toStartOfInterval(at, INTERVAL 1 DAY, 'UTC') AS at, customer, site, exporter, source_site, destination_site, application, dscp, duplicate, payload_type, sum(flows) AS flows, sum(packets) AS packets, sum(connections) AS connections, sum(connection_flows) AS connection_flows, sum(responses) AS responses, sum(late_responses) AS late_responses, sum(response_ms) AS response_ms, sum(server_ms) AS server_ms, sum(total_ms) AS total_ms, sum(network_connections) AS network_connections, sum(network_ms) AS network_ms, sum(client_network_ms) AS client_network_ms, sum(server_network_ms) AS server_network_ms, sum(transactions) AS transactions, sum(transaction_ms) AS transaction_ms, sum(client_retransmitted) AS client_retransmitted, sum(server_retransmitted) AS server_retransmitted, sum(client_retransmitted_bytes) AS client_retransmitted_bytes, sum(server_retransmitted_bytes) AS server_retransmitted_bytes, sum(retransmission_packets) AS retransmission_packets, sum(rtp_lost) AS rtp_lost, sum(rtp_packets) AS rtp_packets, sum(rtp_jitter_us) AS rtp_jitter_us, sum(rtp_flows) AS rtp_flows, max(server_ms_max) AS server_ms_max, max(network_ms_max) AS network_ms_max, max(rtp_jitter_us_max) AS rtp_jitter_us_max FROM flow_metrics_1h GROUP BY at, customer, site, exporter, source_site, destination_site, application, dscp, duplicate, payload_type`,
  `CREATE TABLE IF NOT EXISTS samples (
  customer UInt32 CODEC(ZSTD(1)),
  site UInt32 CODEC(ZSTD(1)),
  element UInt32 CODEC(ZSTD(1)),
  counter UInt16 CODEC(ZSTD(1)),
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  uptime UInt64 CODEC(Delta, ZSTD(1)),
  discontinuity UInt32,
  value UInt64 CODEC(DoubleDelta, ZSTD(1))
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
  at DateTime('UTC') CODEC(Delta, ZSTD(1)),
  length UInt32,
  value Float64 CODEC(ZSTD(3)),
  numerator Float64 CODEC(Gorilla, ZSTD(1)),
  denominator Float64 CODEC(Gorilla, ZSTD(1)),
  INDEX sites site TYPE set(64) GRANULARITY 1
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
  minimum SimpleAggregateFunction(min, Float64) CODEC(ZSTD(1)),
  maximum SimpleAggregateFunction(max, Float64) CODEC(ZSTD(1)),
  total SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  count SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  numerator SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  denominator SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  minimum_at AggregateFunction(argMin, DateTime('UTC'), Float64) CODEC(ZSTD(1)),
  maximum_at AggregateFunction(argMax, DateTime('UTC'), Float64) CODEC(ZSTD(1)),
  first AggregateFunction(argMin, Float64, DateTime('UTC')) CODEC(ZSTD(1)),
  last AggregateFunction(argMax, Float64, DateTime('UTC')) CODEC(ZSTD(1)),
  first_at SimpleAggregateFunction(min, DateTime('UTC')) CODEC(ZSTD(1)),
  last_at SimpleAggregateFunction(max, DateTime('UTC')) CODEC(ZSTD(1)),
  quantiles AggregateFunction(quantiles(0.5, 0.9, 0.95, 0.99), Float64) CODEC(ZSTD(1)),
  INDEX sites site TYPE set(64) GRANULARITY 1
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (customer, kpi, element, at, site)
TTL toDateTime(at) + INTERVAL 1096 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS measures_1h_view TO measures_1h AS SELECT m.customer AS customer, m.site AS site, m.element AS element, m.kpi AS kpi, m.at - toUnixTimestamp(m.at) % intDiv(3600, greatest(1, joinGet('rollup_steps', 'parts', m.customer))) AS at, min(value) AS minimum, max(value) AS maximum, sum(value) AS total, count() AS count, sum(m.numerator) AS numerator, sum(m.denominator) AS denominator, argMinState(m.at, value) AS minimum_at, argMaxState(m.at, value) AS maximum_at, argMinState(value, m.at) AS first, argMaxState(value, m.at) AS last, min(m.at) AS first_at, max(m.at) AS last_at, quantilesState(0.5, 0.9, 0.95, 0.99)(value) AS quantiles FROM measures AS m GROUP BY customer, site, element, kpi, m.at - toUnixTimestamp(m.at) % intDiv(3600, greatest(1, joinGet('rollup_steps', 'parts', m.customer)))`,
  `CREATE TABLE IF NOT EXISTS measures_1d (
  customer UInt32,
  site UInt32,
  element UInt32,
  kpi UInt16,
  at DateTime('UTC') CODEC(DoubleDelta, LZ4),
  minimum SimpleAggregateFunction(min, Float64) CODEC(ZSTD(1)),
  maximum SimpleAggregateFunction(max, Float64) CODEC(ZSTD(1)),
  total SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  count SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  numerator SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  denominator SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  minimum_at AggregateFunction(argMin, DateTime('UTC'), Float64) CODEC(ZSTD(1)),
  maximum_at AggregateFunction(argMax, DateTime('UTC'), Float64) CODEC(ZSTD(1)),
  first AggregateFunction(argMin, Float64, DateTime('UTC')) CODEC(ZSTD(1)),
  last AggregateFunction(argMax, Float64, DateTime('UTC')) CODEC(ZSTD(1)),
  first_at SimpleAggregateFunction(min, DateTime('UTC')) CODEC(ZSTD(1)),
  last_at SimpleAggregateFunction(max, DateTime('UTC')) CODEC(ZSTD(1)),
  quantiles AggregateFunction(quantiles(0.5, 0.9, 0.95, 0.99), Float64) CODEC(ZSTD(1)),
  INDEX sites site TYPE set(64) GRANULARITY 1
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (customer, kpi, element, at, site)
TTL toDateTime(at) + INTERVAL 1096 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS measures_1d_view TO measures_1d AS SELECT m.customer AS customer, m.site AS site, m.element AS element, m.kpi AS kpi, toStartOfInterval(m.at, INTERVAL 1 DAY, 'UTC') AS at, min(m.minimum) AS minimum, max(m.maximum) AS maximum, sum(m.total) AS total, sum(m.count) AS count, sum(m.numerator) AS numerator, sum(m.denominator) AS denominator, argMinMergeState(m.minimum_at) AS minimum_at, argMaxMergeState(m.maximum_at) AS maximum_at, argMinMergeState(m.first) AS first, argMaxMergeState(m.last) AS last, min(m.first_at) AS first_at, max(m.last_at) AS last_at, quantilesMergeState(0.5, 0.9, 0.95, 0.99)(m.quantiles) AS quantiles FROM measures_1h AS m GROUP BY customer, site, element, kpi, toStartOfInterval(m.at, INTERVAL 1 DAY, 'UTC')`,
  `CREATE TABLE IF NOT EXISTS recent_measures (
  customer UInt32,
  site UInt32,
  element UInt32,
  kpi UInt16,
  at DateTime('UTC') CODEC(Delta, ZSTD(1)),
  length UInt32,
  value Float64 CODEC(ZSTD(3)),
  numerator Float64 CODEC(Gorilla, ZSTD(1)),
  denominator Float64 CODEC(Gorilla, ZSTD(1)),
  INDEX sites site TYPE set(64) GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(at)
ORDER BY (customer, kpi, at, site, element)
TTL toDateTime(at) + INTERVAL 2 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1, index_granularity = 512`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS recent_measures_view TO recent_measures AS SELECT * FROM measures WHERE at >= now() - INTERVAL 2 DAY`,
  `CREATE TABLE IF NOT EXISTS recent_measures_1h (
  customer UInt32,
  site UInt32,
  element UInt32,
  kpi UInt16,
  at DateTime('UTC') CODEC(DoubleDelta, LZ4),
  minimum SimpleAggregateFunction(min, Float64) CODEC(ZSTD(1)),
  maximum SimpleAggregateFunction(max, Float64) CODEC(ZSTD(1)),
  total SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  count SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  numerator SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  denominator SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  minimum_at AggregateFunction(argMin, DateTime('UTC'), Float64) CODEC(ZSTD(1)),
  maximum_at AggregateFunction(argMax, DateTime('UTC'), Float64) CODEC(ZSTD(1)),
  first AggregateFunction(argMin, Float64, DateTime('UTC')) CODEC(ZSTD(1)),
  last AggregateFunction(argMax, Float64, DateTime('UTC')) CODEC(ZSTD(1)),
  first_at SimpleAggregateFunction(min, DateTime('UTC')) CODEC(ZSTD(1)),
  last_at SimpleAggregateFunction(max, DateTime('UTC')) CODEC(ZSTD(1)),
  quantiles AggregateFunction(quantiles(0.5, 0.9, 0.95, 0.99), Float64) CODEC(ZSTD(1)),
  INDEX sites site TYPE set(64) GRANULARITY 1
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMMDD(at)
ORDER BY (customer, kpi, at, site, element)
TTL toDateTime(at) + INTERVAL 2 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1, index_granularity = 512`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS recent_measures_1h_view TO recent_measures_1h AS SELECT * FROM measures_1h WHERE at >= now() - INTERVAL 2 DAY`,
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
  errors_by_reason Map(LowCardinality(String), UInt64),
  duplicates UInt64,
  restarts UInt64,
  unknown_elements Map(LowCardinality(String), UInt64),
  samples_lost UInt64,
  samples_dropped UInt64,
  samples_not_ip UInt64,
  exporter_sent UInt64,
  exporter_not_sent UInt64,
  exporter_ignored UInt64,
  template_records Map(LowCardinality(String), UInt64),
  template_bytes Map(LowCardinality(String), UInt64),
  template_last Map(LowCardinality(String), UInt64),
  template_since Map(LowCardinality(String), UInt64),
  template_fields Map(LowCardinality(String), UInt64),
  template_scopes Map(LowCardinality(String), UInt64),
  template_errors Map(LowCardinality(String), UInt64),
  last_export DateTime64(3, 'UTC'),
  skew Int64,
  correction Int64,
  times_replaced UInt64,
  flow_bytes UInt64,
  duplicate_bytes UInt64,
  other_site_bytes UInt64,
  sampled_bytes Map(LowCardinality(String), UInt64),
  quarantined UInt64,
  quarantined_bytes UInt64
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (customer, exporter, address, at)
TTL toDateTime(at) + INTERVAL 28 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`,
  `CREATE TABLE IF NOT EXISTS application_names (
  customer UInt32,
  exporter UInt32,
  application UInt64,
  name LowCardinality(String),
  category LowCardinality(String),
  sub_category LowCardinality(String),
  application_group LowCardinality(String),
  traffic_class LowCardinality(String),
  relevance LowCardinality(String),
  since DateTime64(3, 'UTC'),
  at DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(at)
ORDER BY (customer, exporter, application, since)
SETTINGS non_replicated_deduplication_window = 10000`,
];
