import { address, addresses, choice, port, secret, text, wholeNumber } from './variable.ts';

/** Variables that more than one process knows. A process picks what it needs: `z.object({ DATABASE_URL: standard.DATABASE_URL, … })`. */
export const standard = {
  /** ClickHouse over HTTP, the database as path. */
  CLICKHOUSE_URL: address(['http', 'https'], 'http://127.0.0.1:8123/default'),
  /** PostgreSQL. */
  DATABASE_URL: address(['postgres', 'postgresql'], 'postgres://postgres@127.0.0.1:5432/postgres'),
  /** NATS with JetStream; several servers separated by commas. `tls://`: encrypted or not at all. */
  NATS_URL: addresses(['nats', 'tls'], 'nats://127.0.0.1:4222'),
  /** Where the embedded stores and local state live. */
  TELLTALE_DATA: text('var'),
  /** Password of the embedded ClickHouse interface; empty: none is asked. */
  TELLTALE_CLICKHOUSE_PASSWORD: secret(''),
  /** Console and REST. */
  PORT: port(8080),
  /** Address to listen on; loopback unless told otherwise. */
  HOST: text('127.0.0.1'),
  /** `/health/live`, `/health/ready` and `/metrics` of the process, on loopback; 0 takes a free port. */
  HEALTH_PORT: port(0),
  LOG_LEVEL: choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
  /** Partitions of every stream; changing it needs drained streams. */
  PARTITIONS: wholeNumber(1, 64, 2),
  /** Ports of the embedded stores; the next free one is taken when a port is in use. */
  EMBEDDED_CLICKHOUSE_PORT: port(8123),
  EMBEDDED_POSTGRES_PORT: port(5432),
  EMBEDDED_NATS_PORT: port(4222),
} as const;
