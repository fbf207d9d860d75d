import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { storeCredentials } from '../access/store-credentials.ts';
import { clickhouseEscapes } from '#tests/attacks/store-escapes.ts';
import { atNight } from '#tests/gate/at-night.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface HttpReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Call {
  readonly path?: string;
  readonly query?: Record<string, string>;
  readonly body?: string | Buffer;
  readonly headers?: Record<string, string>;
}

describe('the HTTP interface of the embedded ClickHouse', () => {
  const data = mkdtempSync(join(tmpdir(), 'telltale-http-'));
  const { clickhouse: password } = storeCredentials(data);
  const account = { 'X-ClickHouse-User': 'telltale', 'X-ClickHouse-Key': password };
  const socketPath = join(data, 'embedded', 'clickhouse.sock');
  let child: ChildProcess;

  beforeAll(async () => {
    child = fork(new URL('./main.ts', import.meta.url), [], {
      execArgv: [],
      env: {
        ...process.env,
        TELLTALE_DATA: data,
        LOG_LEVEL: 'warn',
        UV_THREADPOOL_SIZE: '32',
      },
    });
    await new Promise<void>((listening) => {
      child.on('message', ({ kind }: { readonly kind: string }) => {
        if (kind === 'listening') listening();
      });
    });
  });
  afterAll(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  });

  const call = ({ path = '/', query = {}, body, headers = {} }: Call): Promise<HttpReply> =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        {
          socketPath,
          method: body === undefined ? 'GET' : 'POST',
          path: `${path}?${new URLSearchParams(query).toString()}`,
          headers: { ...account, ...headers },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () => {
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(parts).toString(),
            });
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });

  it('replies to a ping without a password', async () => {
    expect(await call({ path: '/ping', headers: { 'X-ClickHouse-Key': '' } })).toMatchObject({
      status: 200,
      body: 'Ok.\n',
    });
  });

  it('requires the password, in a header or with basic authentication', async () => {
    const query = { query: 'SELECT 1' };
    const rejected = await call({ query, headers: { 'X-ClickHouse-Key': 'wrong' } });
    expect(rejected).toMatchObject({ status: 403, headers: { 'x-clickhouse-exception-code': '516' } });
    const basic = `Basic ${Buffer.from(`telltale:${password}`).toString('base64')}`;
    const headers = { Authorization: basic };
    const reply = await new Promise<number>((resolve, reject) => {
      request({ socketPath, path: '/?query=SELECT+1', headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });
    expect(reply).toBe(200);
  });

  it('rejects requests for a host name that is not loopback', async () => {
    expect((await call({ query: { query: 'SELECT 1' }, headers: { Host: 'evil.example' } })).status).toBe(
      403,
    );
    expect((await call({ query: { query: 'SELECT 1' }, headers: { Host: 'localhost:8123' } })).status).toBe(
      200,
    );
  });

  it.for([
    { Origin: 'http://localhost:39556' },
    { Origin: 'null' },
    { 'Sec-Fetch-Mode': 'no-cors' },
    { 'Sec-Fetch-Site': 'same-origin' },
  ])('rejects a request of a web page, even with the password: %o', async (headers) => {
    expect(await call({ body: 'SELECT 1', headers })).toMatchObject({
      status: 403,
      body: 'Requests of web pages are not served.\n',
    });
  });

  it.for(clickhouseEscapes)('rejects what reaches files, addresses or processes: %s', async (body) => {
    const { status, headers } = await call({ body });
    expect([403, 400, 404, 500]).toContain(status);
    // Rights, syntax, a fixed setting, an engine or a disk that is not there, a table that does not exist.
    expect(['497', '62', '452', '115', '36', '60', '80', '81', '46']).toContain(
      headers['x-clickhouse-exception-code'],
    );
  });

  it('reads the query from the URL, the body, or both', async () => {
    expect((await call({ query: { query: 'SELECT 1 AS a' } })).body).toBe('1\n');
    expect((await call({ body: 'SELECT 2 AS a FORMAT JSONEachRow' })).body).toBe('{"a":2}\n');
    expect((await call({ query: { query: 'SELECT' }, body: '3' })).body).toBe('3\n');
    expect((await call({ body: gzipSync('SELECT 4'), headers: { 'Content-Encoding': 'gzip' } })).body).toBe(
      '4\n',
    );
  });

  it('names the format, the query and the server in its headers', async () => {
    const { headers } = await call({
      query: { query: 'SELECT 1', default_format: 'JSONCompact', query_id: 'mine', session_id: 'any' },
    });
    expect(headers).toMatchObject({
      'x-clickhouse-format': 'JSONCompact',
      'x-clickhouse-query-id': 'mine',
      'x-clickhouse-server-display-name': 'telltale-embedded',
      'content-type': 'application/json; charset=UTF-8',
    });
    expect(JSON.parse(String(headers['x-clickhouse-summary']))).toMatchObject({ read_rows: '1' });
  });

  it.for([
    ['SELECT * FROM nowhere', 404, '60', 'UNKNOWN_TABLE'],
    ['SELECT FROM FROM', 400, '62', 'SYNTAX_ERROR'],
    ['SELECT throwIf(1)', 500, '395', 'FUNCTION_THROW_IF_VALUE_IS_NON_ZERO'],
  ] as const)('replies to %s with status %d', async ([query, status, code, name]) => {
    const reply = await call({ body: query });
    expect(reply).toMatchObject({ status, headers: { 'x-clickhouse-exception-code': code } });
    expect(reply.body).toMatch(
      new RegExp(`^Code: ${code}\\. DB::Exception: [\\s\\S]*\\(${name}\\) \\(version [\\d.]+\\)\\s*$`),
    );
  });

  it('rejects an unknown setting, and one that contains SQL', async () => {
    expect(
      (await call({ query: { query: 'SELECT 1', no_such_setting: '1' } })).headers[
        'x-clickhouse-exception-code'
      ],
    ).toBe('115');
    expect(
      (await call({ query: { query: 'SELECT 1', 'x=1;DROP DATABASE default;--': '1' } })).headers[
        'x-clickhouse-exception-code'
      ],
    ).toBe('115');
    const value = "1'; DROP TABLE t; SET log_comment = '";
    expect(
      (await call({ query: { query: "SELECT getSetting('log_comment')", log_comment: value } })).body,
    ).toBe(`${value.replaceAll("'", "\\'")}\n`);
  });

  it('applies a setting, a parameter and a database to one query only', async () => {
    await call({ body: 'CREATE DATABASE other' });
    const own = await call({
      query: {
        query: "SELECT currentDatabase(), {a:UInt8}, getSetting('max_threads')",
        database: 'other',
        param_a: '7',
        max_threads: '1',
      },
    });
    expect(own.body).toBe('other\t7\t1\n');
    expect((await call({ query: { query: 'SELECT currentDatabase()' } })).body).toBe('default\n');
    expect(
      (await call({ query: { query: 'SELECT {a:UInt8}' } })).headers['x-clickhouse-exception-code'],
    ).toBe('456');
  });

  it('takes the statement and long parameters from a form', async () => {
    const ids = Array.from({ length: 50_000 }, (_, id) => id);
    const form = new FormData();
    form.set('query', "SELECT length({ids:Array(UInt32)}), {name:String}, 'é' FORMAT CSV");
    form.set('param_ids', `[${ids.join(',')}]`);
    form.set('param_name', "d'été");
    const encoded = new Response(form);
    const sent = {
      body: Buffer.from(await encoded.arrayBuffer()),
      headers: { 'Content-Type': encoded.headers.get('content-type') ?? '' },
    };
    expect((await call(sent)).body).toBe('50000,"d\'été","é"\n');
    const torn = await call({ ...sent, body: sent.body.subarray(0, -10) });
    expect(torn.headers['x-clickhouse-exception-code']).toBe('62');
  });

  it('never runs an insert whose body ended early', async () => {
    await call({ body: 'CREATE TABLE torn (a UInt32) ENGINE = MergeTree ORDER BY a' });
    await new Promise<void>((resolve) => {
      const outgoing = request({
        socketPath,
        method: 'POST',
        path: '/?query=INSERT+INTO+torn+FORMAT+CSV',
        headers: { ...account, 'Content-Length': '1000' },
      });
      outgoing.on('error', () => undefined);
      outgoing.on('close', resolve);
      outgoing.write('1\n2\n3\n', () => outgoing.destroy());
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await call({ body: 'SELECT count() FROM torn' })).body).toBe('0\n');
  });

  /** Requests endless rows and disconnects. */
  const leave = (afterMs: number): Promise<void> =>
    new Promise((resolve) => {
      const outgoing = request({
        socketPath,
        agent: false,
        path: '/?query=SELECT+number+AS+abandoned+FROM+numbers(1000000000000)',
        headers: account,
      });
      outgoing.on('error', () => undefined);
      outgoing.on('close', resolve);
      outgoing.on('socket', (socket) =>
        socket.on('connect', () => setTimeout(() => outgoing.destroy(), afterMs)),
      );
      outgoing.end();
    });

  atNight('ends no query of another client together with those of disconnected ones', async () => {
    const stay = (): Promise<HttpReply> =>
      call({ query: { query: 'SELECT sum(number) FROM numbers(30000000)' } });
    for (let round = 0; round < 6; round += 1) {
      const stayed = Array.from({ length: 20 }, stay);
      await Promise.all(Array.from({ length: 20 }, (_, at) => leave(at)));
      // They take the pipes that the others leave.
      stayed.push(...Array.from({ length: 20 }, stay));
      for (const { status, body } of await Promise.all(stayed))
        expect([status, body]).toEqual([200, '449999985000000\n']);
    }
  });

  it('releases the queries of disconnected clients, however early', async () => {
    for (let round = 0; round < 6; round += 1)
      await Promise.all(Array.from({ length: 20 }, (_, at) => leave(at)));
    const running = async (): Promise<string> =>
      (
        await call({
          body: "SELECT count() FROM system.processes WHERE query LIKE '%abandoned%' AND query NOT LIKE '%processes%'",
        })
      ).body;
    for (const deadline = Date.now() + 30_000; (await running()) !== '0\n' && Date.now() < deadline;)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await running()).toBe('0\n');
  });

  atNight('uses little memory for ten million rows', async () => {
    let bytes = 0;
    await new Promise<void>((resolve, reject) => {
      request(
        {
          socketPath,
          path: '/?query=SELECT+number,toString(number)+FROM+numbers(10000000)',
          headers: account,
        },
        (response) => {
          response.on('data', (part: Buffer) => (bytes += part.length));
          response.on('end', resolve);
          response.on('error', reject);
        },
      )
        .on('error', reject)
        .end();
    });
    expect(bytes).toBe(157_777_780);
    const [, kilobytes] =
      /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${String(child.pid)}/status`, 'utf8')) ?? [];
    expect(Number(kilobytes)).toBeLessThan(1_500_000);
  });
});
