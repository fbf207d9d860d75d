import { once } from 'node:events';
import { lstatSync, readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Client } from 'pg';
import { openBus } from '#platform/bus/bus.ts';
import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { readEndpoints } from '#platform/embedded/access/endpoints.ts';
import { natsLiveness } from '#platform/embedded/store-liveness.ts';
import type { Attack, Target } from './attack.ts';
import { runAsAnother, startAsAnother } from './another-user.ts';
import { portsOf, repliesOf } from './open-ports.ts';
import { clickhouseEscapes, postgresEscapes } from './store-escapes.ts';

function* filesBelow(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    yield path;
    if (entry.isDirectory()) yield* filesBelow(path);
  }
}

/** Mode bits of the group and of others. */
const FOREIGN_BITS = 0o077;

const isOpen = (path: string): boolean => {
  const file = lstatSync(path, { throwIfNoEntry: false });
  // The mode of a symbolic link means nothing.
  return file !== undefined && !file.isSymbolicLink() && (file.mode & FOREIGN_BITS) !== 0;
};

/** Returns the first port on which a request succeeds without credentials. */
async function firstOpen(
  { data }: Target,
  bytes: Buffer | string,
  gotIn: (reply: string) => boolean,
): Promise<string | undefined> {
  for (const port of portsOf(data))
    if (gotIn(await repliesOf(port, bytes))) return `port ${String(port)} took it`;
  return undefined;
}

/** What a page in a browser sends with fetch(…, { mode: 'no-cors' }). */
function fromPage(sql: string, extra: Readonly<Record<string, string>> = {}): string {
  const headers = {
    Host: '127.0.0.1',
    Origin: 'http://localhost:39556',
    'Sec-Fetch-Mode': 'no-cors',
    'Sec-Fetch-Site': 'cross-site',
    'Content-Type': 'text/plain;charset=UTF-8',
    'Content-Length': String(Buffer.byteLength(sql)),
    Connection: 'close',
    ...extra,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST / HTTP/1.1\r\n${lines.join('')}\r\n${sql}`;
}

function startupPacket(user: string): Buffer {
  const body = Buffer.from(`\0\x03\0\0user\0${user}\0database\0postgres\0\0`, 'latin1');
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([length, body]);
}

/** AuthenticationOk of PostgreSQL. */
const AUTHENTICATED = 'R\0\0\0\x08\0\0\0\0';

/** Sends a request with the right password, marked as one of a web page. */
async function statusFromPage(url: string): Promise<number> {
  const address = new URL(url);
  const socketPath = address.searchParams.get('socket') ?? undefined;
  const { username, password, hostname, port } = address;
  const outgoing = request({
    ...(socketPath === undefined ? { hostname, port } : { socketPath }),
    method: 'POST',
    path: '/',
    auth: `${username}:${password}`,
    headers: { Origin: 'http://localhost:39556', 'Sec-Fetch-Site': 'cross-site' },
  });
  outgoing.end('SELECT 1');
  const [response] = (await once(outgoing, 'response')) as [{ statusCode: number; resume: () => void }];
  response.resume();
  return response.statusCode;
}

/** A NATS server of another user that prints what clients send. */
const SQUATTER = `
const server = require('node:net').createServer((socket) => {
  socket.write('INFO {"server_id":"X","version":"2.10.0","proto":1,"max_payload":1048576,"auth_required":true}\\r\\n');
  socket.on('data', (bytes) => console.log('heard ' + bytes)).on('error', () => {});
}).listen(0, '127.0.0.1', () => console.log('port ' + server.address().port));`;

/** Lets the product's client connect to a server of another user; returns what that server heard. */
async function heardBySquatter(natsUrl: string): Promise<string> {
  const squatter = startAsAnother(process.execPath, '-e', SQUATTER);
  try {
    let said = '';
    squatter.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
    while (!/port \d+/.test(said)) await once(squatter.stdout!, 'data');
    const url = natsUrl.replace(/:\d+(?=[?/]|$)/, `:${/port (\d+)/.exec(said)?.[1] ?? ''}`);
    await natsLiveness(url)().catch(() => undefined);
    return said.includes('heard') ? said.slice(said.indexOf('heard')) : '';
  } finally {
    squatter.kill();
  }
}

export const storeAttacks: readonly Attack[] = [
  {
    name: 'another local user lists no file of the product',
    run: ({ data }) => {
      const listed = runAsAnother('ls', '-R', data);
      return Promise.resolve(listed.ok ? listed.output.slice(0, 200) : undefined);
    },
  },
  {
    name: 'another local user reads neither the key of the secrets nor the passwords of the stores',
    run: ({ data }) => {
      const files = ['secrets.key', 'stores.env', 'embedded/credentials.json', 'embedded/nats/nats.conf'];
      const read = files.filter((file) => runAsAnother('cat', join(data, file)).ok);
      return Promise.resolve(read.length === 0 ? undefined : `read ${read.join(', ')}`);
    },
  },
  {
    name: 'no file or folder of the product is open to its group or to others',
    run: ({ data }) => {
      statSync(data);
      const open = [data, ...filesBelow(data)].filter(isOpen);
      return Promise.resolve(
        open.length === 0 ? undefined : `${String(open.length)} are, such as ${open[0] ?? ''}`,
      );
    },
  },
  {
    name: 'another local user reaches no socket of the stores',
    run: ({ data }) => {
      const sockets = [...filesBelow(data)].filter((path) => lstatSync(path).isSocket());
      const script = `require('node:net').connect({ path: process.argv[1] }).on('connect', () => process.exit(0)).on('error', () => process.exit(1))`;
      const reached = sockets.filter((path) => runAsAnother(process.execPath, '-e', script, path).ok);
      return Promise.resolve(reached.length === 0 ? undefined : reached.join(', '));
    },
  },
  {
    name: 'no port runs a statement of ClickHouse without a password, for a local user or for a web page',
    run: (target) =>
      firstOpen(target, fromPage('SELECT 6 * 7'), (reply) => /\r\n\r\n[\s\S]*\b42\b/.test(reply)),
  },
  {
    name: 'no port reads a file of the product through ClickHouse',
    run: (target) =>
      firstOpen(
        target,
        fromPage(`SELECT length(raw_blob) FROM file('${target.data}/secrets.key','RawBLOB')`, {
          Origin: 'null',
        }),
        (reply) => /^HTTP\/1\.1 200[\s\S]*\r\n\r\n[\s\S]*\d+\n/.test(reply),
      ),
  },
  {
    name: 'no port signs in to PostgreSQL without a password',
    run: (target) => firstOpen(target, startupPacket('postgres'), (reply) => reply.startsWith(AUTHENTICATED)),
  },
  {
    name: 'no port lets a client of NATS in without a password',
    run: (target) =>
      firstOpen(target, 'CONNECT {"verbose":false}\r\nSUB > 1\r\nPING\r\n', (reply) =>
        /^INFO [\s\S]*PONG/.test(reply),
      ),
  },
  {
    name: 'ClickHouse rejects a request of a web page even with the right password',
    run: async ({ data }) => {
      const status = await statusFromPage(readEndpoints(data).CLICKHOUSE_URL);
      return status === 403 ? undefined : `status ${String(status)}`;
    },
  },
  {
    name: 'a server of another user on a port of NATS receives no password',
    run: async ({ data }) => {
      const heard = await heardBySquatter(readEndpoints(data).NATS_URL);
      return heard === '' ? undefined : heard.slice(0, 200);
    },
  },
  {
    name: 'a statement with the right password reaches no file, address or process through ClickHouse',
    run: async ({ data }) => {
      const clickhouse = openClickHouse(readEndpoints(data).CLICKHOUSE_URL);
      try {
        for (const sql of clickhouseEscapes)
          if (
            await clickhouse.command(sql).then(
              () => true,
              () => false,
            )
          )
            return sql;
        return undefined;
      } finally {
        await clickhouse.close();
      }
    },
  },
  {
    name: 'a statement with the right password reaches no file or process through PostgreSQL, which still replies after it',
    run: async ({ data }) => {
      for (const sql of postgresEscapes) {
        const client = new Client({
          connectionString: readEndpoints(data).DATABASE_URL,
          connectionTimeoutMillis: 5_000,
          query_timeout: 5_000,
        });
        client.on('error', () => undefined);
        await client.connect();
        const ran = await client.query(sql).then(
          () => true,
          () => false,
        );
        const after = await client.query('SELECT 1').then(
          () => true,
          () => false,
        );
        await client.end();
        if (ran || !after) return `${sql}${after ? '' : ', after which it hung'}`;
      }
      return undefined;
    },
  },
  {
    name: 'a wrong password opens neither store',
    run: async ({ data }) => {
      const wrong = (url: string): string =>
        Object.assign(new URL(url), { password: 'a-wrong-password-of-an-attacker' }).href;
      const { CLICKHOUSE_URL, DATABASE_URL, NATS_URL } = readEndpoints(data);
      const clickhouse = openClickHouse(wrong(CLICKHOUSE_URL));
      if (
        await clickhouse.command('SELECT 1').then(
          () => true,
          () => false,
        )
      )
        return 'ClickHouse';
      await clickhouse.close();
      const client = new Client({ connectionString: wrong(DATABASE_URL), connectionTimeoutMillis: 5_000 });
      client.on('error', () => undefined);
      if (
        await client.connect().then(
          () => true,
          () => false,
        )
      )
        return 'PostgreSQL';
      return (await natsLiveness(wrong(NATS_URL))().then(
        () => true,
        () => false,
      ))
        ? 'NATS'
        : undefined;
    },
  },
  {
    name: 'the stores answer their rightful clients',
    run: async ({ data }) => {
      const { CLICKHOUSE_URL, NATS_URL } = readEndpoints(data);
      const clickhouse = openClickHouse(CLICKHOUSE_URL);
      const rows = await clickhouse.query('SELECT 1 AS one');
      await clickhouse.close();
      const bus = await openBus(NATS_URL, 'attacks');
      await bus.close();
      return rows.length === 1 ? undefined : 'ClickHouse does not';
    },
  },
];
