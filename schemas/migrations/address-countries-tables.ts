/** Tables of address-countries, as they were first. */
export const addressCountriesTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS address_countries (
  edition UInt64,
  stored DateTime('UTC'),
  boundary UInt64 CODEC(Delta, ZSTD(1))
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(stored)
ORDER BY (edition, boundary)
TTL toDateTime(stored) + INTERVAL 62 DAY
SETTINGS non_replicated_deduplication_window = 10000, ttl_only_drop_parts = 1`,
];
