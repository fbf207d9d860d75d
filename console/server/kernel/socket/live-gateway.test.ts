import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket as Line } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { silentLog } from '#platform/log/log.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import type { Caller } from '../access/caller.ts';
import { openGateway, type LiveGateway } from './live-gateway.ts';

const caller: Caller = {
  id: 7,
  username: 'operator',
  firstName: '',
  lastName: '',
  email: '',
  language: null,
  role: 'Watcher',
  permissions: new Set(permissionKeys),
  customers: new Map([[1, { id: 1, clientId: 'acme', name: 'Acme' }]]),
  groups: new Set(),
  scopes: ['customer'],
  allCustomers: false,
  sites: new Map(),
};

let http: Server;
let gateway: LiveGateway;
let url: string;
let cookies: (string | undefined)[];
let requests: WeakRef<IncomingMessage>[];
let lines: Line[];

beforeEach(async () => {
  cookies = [];
  requests = [];
  lines = [];
  http = createServer();
  http.on('connection', (line) => lines.push(line));
  gateway = openGateway(http, {
    identify({ cookies: given }) {
      cookies.push(given);
      return Promise.resolve(given === undefined ? undefined : { caller, sessionHash: 'hash' });
    },
    displayOf: () => Promise.resolve(undefined),
    extendSession: () => Promise.resolve(undefined),
    activeSessions: () => Promise.resolve(new Map([['hash', caller.id]])),
    callersOf: () => Promise.resolve(new Map([[caller.id, caller]])),
    modules: new Set(['alerting', 'kpi']),
    position: () => ({ epoch: 'run', seq: 1, at: 0 }),
    elements: {
      rejectionOf: () => 'NOT_FOUND',
      open: () => Promise.resolve({ ok: false, code: 'NOT_FOUND' }),
      close: () => undefined,
    },
    flows: {
      rejectionOf: () => 'NOT_FOUND',
      siteOf: () => undefined,
      open: () => ({ ok: false, code: 'NOT_FOUND' }),
      close: () => undefined,
    },
    editing: {
      open: () => Promise.resolve({ ok: false, code: 'NOT_FOUND' }),
      close: () => undefined,
      review: () => Promise.resolve(undefined),
    },
    clock: systemClock,
    log: silentLog,
  });
  http.prependListener('upgrade', (request) => requests.push(new WeakRef(request)));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  url = `http://127.0.0.1:${String((http.address() as AddressInfo).port)}`;
});
afterEach(() => gateway.close());

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
async function eventually(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('what was waited for did not come');
    await turn();
  }
}

async function opened(cookie: string) {
  const socket = io(url, { forceNew: true, transports: ['websocket'], extraHeaders: { cookie } });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return socket;
}

describe('a live connection', () => {
  it('is identified by the cookies of its request, which is not retained', async () => {
    setFlagsFromString('--expose_gc');
    const collect = runInNewContext('gc') as () => void;
    const socket = await opened('sid=abc');
    expect(cookies).toEqual(['sid=abc']);
    expect(await socket.emitWithAck('join', { topic: 'alert', customer: 1 })).toMatchObject({ ok: true });
    expect(requests).toHaveLength(1);
    await eventually(() => {
      collect();
      return requests[0]!.deref() === undefined;
    });
    expect(await socket.emitWithAck('join', { topic: 'count', customer: 1 })).toMatchObject({ ok: true });
    socket.disconnect();
  });

  it('hears of annotations of customers that its user sees, and of no others', async () => {
    const socket = await opened('sid=abc');
    const heard: unknown[] = [];
    socket.on('annotation', (change) => heard.push(change));
    gateway.annotationsChanged({ customer: 2 });
    gateway.annotationsChanged({ customer: 1 });
    await eventually(() => heard.length > 0);
    expect(heard).toEqual([{ customer: 1 }]);
    socket.disconnect();
  });

  it('that accepts no messages is terminated before they fill the memory', async () => {
    const port = Number(new URL(url).port);
    const healthy = await opened('sid=abc');
    await healthy.emitWithAck('join', { topic: 'alert', customer: 1 });
    let got = 0;
    healthy.on('alert', () => (got += 1));
    const stuck = await stuckConnection(port);
    const server = lines.at(-1)!;
    const delta = { text: 'x'.repeat(20_000) };
    for (let sent = 0; sent < 1_000; sent += 1) {
      gateway.send('alert', 1, () => delta);
      if (sent % 20 === 0) await turn();
    }
    await eventually(() => got === 1_000);
    expect(server.destroyed).toBe(false);
    gateway.dropStalled();
    await eventually(() => server.destroyed);
    expect(healthy.connected).toBe(true);
    stuck.destroy();
    healthy.disconnect();
  });
});

/** A client frame of RFC 6455 §5.2: text, masked with zeros. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

/** Speaks the protocol as far as joining a room, and reads nothing from then on. */
async function stuckConnection(port: number): Promise<Line> {
  const line = connect(port, '127.0.0.1');
  let heard = '';
  line.on('data', (data: Buffer) => (heard += data.toString('latin1')));
  line.write(
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      `Host: 127.0.0.1:${String(port)}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
      'Cookie: sid=abc',
      '',
      '',
    ].join('\r\n'),
  );
  await eventually(() => heard.includes('"sid"'));
  line.write(frame('40'));
  await eventually(() => heard.includes('40{'));
  line.write(frame('421["join",{"topic":"alert","customer":1}]'));
  await eventually(() => heard.includes('431['));
  line.pause();
  return line;
}
