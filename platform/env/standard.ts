import { address, addresses, choice, port, secret, textVariable, wholeNumber } from './variable.ts';

/** Variables of more than one process. A process picks those it needs: `z.object({ DATABASE_URL: standard.DATABASE_URL, … })`. */
export const standard = {
  /** ClickHouse over HTTP with the database as path. */
  CLICKHOUSE_URL: address(['http', 'https'], 'http://127.0.0.1:8123/default'),
  /** PostgreSQL. */
  DATABASE_URL: address(['postgres', 'postgresql'], 'postgres://postgres@127.0.0.1:5432/postgres'),
  /** NATS with JetStream; several servers separated by commas. `tls://` requires encryption. */
  NATS_URL: addresses(['nats', 'tls'], 'nats://127.0.0.1:4222'),
  /** Directory of the embedded stores and local state. */
  TELLTALE_DATA: textVariable('var'),
  /** Password of the embedded ClickHouse interface; empty: none. */
  TELLTALE_CLICKHOUSE_PASSWORD: secret(''),
  /** Console and REST. */
  PORT: port(8080),
  /** Address to listen on; loopback by default. */
  HOST: textVariable('127.0.0.1'),
  /** `/health/live`, `/health/ready` and `/metrics` of the process, on loopback; 0 selects a free port. */
  HEALTH_PORT: port(0),
  LOG_LEVEL: choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
  /** Partitions of every stream; a change requires drained streams. */
  PARTITIONS: wholeNumber(1, 64, 2),
  /** Ports of the embedded stores; a used port is replaced by the next free one. */
  EMBEDDED_CLICKHOUSE_PORT: port(8123),
  EMBEDDED_POSTGRES_PORT: port(5432),
  EMBEDDED_NATS_PORT: port(4222),
} as const;
