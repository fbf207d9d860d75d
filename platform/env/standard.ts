import {
  addresses,
  choice,
  hostName,
  port,
  textVariable,
  integerVariable,
  databaseAddress,
  columnStoreAddress,
} from './variable.ts';

/** Variables of more than one process. A process picks those it needs: `z.object({ DATABASE_URL: standard.DATABASE_URL, … })`. */
export const standard = {
  /**
   * ClickHouse over HTTP with the database as path; several replicas separated by commas. `?socket=` names a Unix socket. The three addresses have no defaults: data must
   * not be sent to whatever process listens on a well-known port. Unset, they are those of the embedded stores (`config.ts`).
   */
  CLICKHOUSE_URL: columnStoreAddress(),
  /** PostgreSQL; several servers separated by commas, of which the one that accepts changes is used. */
  DATABASE_URL: databaseAddress(),
  /**
   * NATS with JetStream; several servers separated by commas. `tls://` requires encryption, `?peer=own` a server of this process's
   * user on this machine.
   */
  NATS_URL: addresses(['nats', 'tls']),
  /** Directory of the embedded stores and local state. */
  TELLTALE_DATA: textVariable('var'),
  /**
   * Folder on the disk of the stores, which `npm start` sets for embedded stores: intake stops before that disk is full. Empty: not
   * watched.
   */
  STORES_FOLDER: textVariable(''),
  /** Free space of that disk in bytes at which intake stops; 0: a tenth of the disk, at most 2 GiB. */
  DISK_RESERVE_BYTES: integerVariable(0, Number.MAX_SAFE_INTEGER, 0),
  /** Free space of that disk in bytes at which a warning appears; 0: a fifth of the disk, at most 10 GiB. */
  DISK_WARNING_BYTES: integerVariable(0, Number.MAX_SAFE_INTEGER, 0),
  /** Console and REST. */
  PORT: port(8080),
  /** Address to listen on; loopback by default. */
  HOST: hostName('127.0.0.1'),
  /** `/health/live`, `/health/ready` and `/metrics` of the process, on loopback; 0 selects a free port. */
  HEALTH_PORT: port(0),
  LOG_LEVEL: choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
  /** Partitions of every stream; a change requires drained streams. */
  PARTITIONS: integerVariable(1, 64, 2),
  /** Ports of the embedded stores; a used port is replaced by the next free one. ClickHouse and PostgreSQL: 0 for none. */
  EMBEDDED_CLICKHOUSE_PORT: port(0),
  EMBEDDED_POSTGRES_PORT: port(0),
  EMBEDDED_NATS_PORT: port(4222),
} as const;
