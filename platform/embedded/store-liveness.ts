import { jetstreamManager } from '@nats-io/jetstream';
import { Client } from 'pg';
import { serverAddresses } from '../bus/server-addresses.ts';
import { connectWithLargeReads } from '../bus/large-reads.ts';
import { openClickHouse } from '../clickhouse/clickhouse.ts';
import type { LivenessQuery } from './liveness.ts';
import { LIVENESS_NAME } from './postgres/wire-server.ts';

/** Each query opens a connection of its own: a store that responds only to known ones is not alive. */
const CONNECT_MS = 8_000;

/** Runs a statement in the engine. A SELECT would wait behind sixteen long ones; this statement waits for none. */
export const clickhouseLiveness =
  (url: string): LivenessQuery =>
  async () => {
    const clickhouse = openClickHouse(url);
    try {
      await clickhouse.command('EXISTS TABLE system.one');
    } finally {
      await clickhouse.close();
    }
  };

/** Runs a statement in the database. */
export const postgresLiveness =
  (url: string): LivenessQuery =>
  async () => {
    const client = new Client({
      connectionString: url,
      application_name: LIVENESS_NAME,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
    });
    // A connection that breaks after the reply is no failure, and without a listener it would end this process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT 1');
    } finally {
      // Not awaited: a store that hangs never closes.
      void client.end().catch(() => undefined);
    }
  };

/** A round trip to the server, and one to JetStream, which may have stopped on its own after an error of the disk. */
export const natsLiveness =
  (url: string): LivenessQuery =>
  async () => {
    const nats = await connectWithLargeReads({
      name: 'telltale-liveness',
      ...serverAddresses(url),
      timeout: CONNECT_MS,
      reconnect: false,
      noAsyncTraces: true,
    });
    try {
      await nats.flush();
      await jetstreamManager(nats, { timeout: CONNECT_MS, checkAPI: true });
    } finally {
      await nats.close();
    }
  };
