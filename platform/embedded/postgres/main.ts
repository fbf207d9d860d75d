import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { z } from 'zod';
import { configure } from '#platform/env/config.ts';
import { standard } from '#platform/env/standard.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { runProcess, sendToParent } from '#platform/lifecycle/run-process.ts';
import { openLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { closeToOthers, createPrivateFiles } from '../access/private-directory.ts';
import { STORE_USER, storeCredentials } from '../access/store-credentials.ts';
import { postgresAddress, listenAddressOf } from '../access/listen-address.ts';
import { ContainedPostgres, useOrdinaryRole } from './contained-postgres.ts';
import { scramVerifier } from './scram.ts';
import { SessionMultiplexer } from './session-multiplexer.ts';
import { listenForClients } from './wire-server.ts';

/** PostgreSQL (PGlite) in its own process, with PostgreSQL's wire protocol on a Unix socket. */
const config = configure(
  z.object({
    TELLTALE_DATA: standard.TELLTALE_DATA,
    EMBEDDED_POSTGRES_PORT: standard.EMBEDDED_POSTGRES_PORT,
    LOG_LEVEL: standard.LOG_LEVEL,
  }),
);
createPrivateFiles();
const data = resolve(config.TELLTALE_DATA);
const { postgres: password } = storeCredentials(data);
const log = openLog('embedded-postgres', config.LOG_LEVEL);
const directory = join(data, 'embedded', 'postgres');

const REPORTED_PARAMETERS = [
  'server_version',
  'server_encoding',
  'client_encoding',
  'DateStyle',
  'TimeZone',
  'integer_datetimes',
  'standard_conforming_strings',
  'IntervalStyle',
];

async function openDatabase(): Promise<PGlite> {
  mkdirSync(directory, { recursive: true });
  // A killed process leaves this file behind. One supervisor owns the directory.
  rmSync(join(directory, 'postmaster.pid'), { force: true });
  // relaxedDurability stays off: a commit completes after its bytes were handed to the file system.
  const db = await ContainedPostgres.open({
    dataDir: directory,
    relaxedDurability: false,
    // Clients switch it off, which would last until the session serves another one.
    startParams: [...PGlite.defaultStartParams, '-c', 'jit=off'],
  });
  // Those that the start itself created.
  closeToOthers(directory);
  await useOrdinaryRole(db);
  return db;
}

async function parametersOf(db: PGlite): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY($1)',
    [REPORTED_PARAMETERS],
  );
  return new Map(rows.map(({ name, setting }) => [name, setting]));
}

const postgres: Component = {
  name: 'postgres',
  async start() {
    const db = await openDatabase();
    await db.exec("SET TimeZone = 'UTC'");
    const sessions = new SessionMultiplexer(
      {
        run: (bytes, onData) => db.execProtocolRawStream(bytes, { onRawData: onData }),
        async sql(text) {
          await db.exec(text);
        },
      },
      (error) => {
        log.fatal({ err: error }, 'embedded postgres session failed');
        process.exit(1);
      },
    );
    const account = { user: STORE_USER, verifier: scramVerifier(password) };
    const requested = listenAddressOf(data, 'postgres', config.EMBEDDED_POSTGRES_PORT);
    const needs = { sessions, account, parameters: await parametersOf(db) };
    const server = await listenForClients(needs, requested);
    const address = { ...requested, port: server.port };
    sendToParent({
      kind: 'listening',
      name: 'postgres',
      url: postgresAddress({ address, user: STORE_USER, password }),
    });
    return {
      async stop() {
        await server.close();
        await db.close();
      },
    };
  },
};

await runProcess({
  name: 'embedded-postgres',
  components: [postgres],
  log,
  metrics: openMetrics({ defaults: true }),
  healthPort: 0,
});
