import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { execFileSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../log/log.ts';
import { udpReceiver, type ReceiverKind } from './udp-receiver.ts';
import type { UdpSocket } from './udp-socket.ts';

/** For `vi.waitFor`, which waits a second by itself: a machine that does much else needs longer. */
const soon = { timeout: 10_000 };

interface Got {
  readonly sender: string;
  readonly bytes: Buffer;
}

const open: UdpSocket[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((socket) => socket.close()));
});

async function listen(kind: ReceiverKind, host: string, options: { port?: number; shared?: boolean } = {}) {
  const got: Got[] = [];
  const errors: Error[] = [];
  const listenUdp = await udpReceiver(silentLog, kind);
  const socket = await listenUdp({
    host,
    port: options.port ?? 0,
    shared: options.shared ?? false,
    onDatagram: (datagram, sender) => got.push({ sender, bytes: Buffer.from(datagram) }),
    onError: (error) => errors.push(error),
  });
  open.push(socket);
  return { socket, got, errors };
}

async function send(port: number, host: string, ...datagrams: readonly Buffer[]): Promise<void> {
  const sender = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  for (const datagram of datagrams)
    await new Promise<void>((resolve, reject) => {
      sender.send(datagram, port, host, (error) => {
        if (error === null) resolve();
        else reject(error);
      });
    });
  sender.close();
  await once(sender, 'close');
}

const numbered = (count: number, bytes = 8): Buffer[] =>
  Array.from({ length: count }, (_, at) => {
    const datagram = Buffer.alloc(bytes);
    datagram.writeUInt32BE(at);
    return datagram;
  });
const numbersOf = (got: readonly Got[]): number[] => got.map(({ bytes }) => bytes.readUInt32BE());
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** The IPv6 address of a link that this machine may have: its text names the link. */
const linkLocal = Object.entries(networkInterfaces())
  .flatMap(([name, addresses]) => (addresses ?? []).map((one) => ({ name, ...one })))
  .find(({ address }) => address.startsWith('fe80:'));

it.runIf(process.platform === 'linux')('Linux receives in batches', async () => {
  const warn = vi.spyOn(silentLog, 'warn');
  await listen('batches', '127.0.0.1');
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

/** Runs in a process where `koffi` is not installed: receives one datagram and prints it with the log lines. */
const WITHOUT_KOFFI = `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'koffi') throw Object.assign(new Error('not installed'), { code: 'ERR_MODULE_NOT_FOUND' });
      return next(specifier, context);
    },
  });
  const { createSocket } = await import('node:dgram');
  const { udpReceiver } = await import('#platform/udp/udp-receiver.ts');
  const log = { warn: (fields, event) => console.log(event) };
  const listen = await udpReceiver(log);
  const socket = await listen({
    host: '127.0.0.1',
    port: 0,
    shared: false,
    onError: console.error,
    onDatagram(bytes) {
      console.log(Buffer.from(bytes).toString());
      process.exit(0);
    },
  });
  createSocket('udp4').send('flow', socket.port, '127.0.0.1');
`;

it('without koffi the collector receives through node:dgram and logs the fallback', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', WITHOUT_KOFFI], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect(printed.trim().split('\n')).toEqual(['batched receive unavailable', 'flow']);
});

it('without access to the C library the receiver uses node:dgram and logs the fallback', async () => {
  const warn = vi.spyOn(silentLog, 'warn');
  const listenUdp = await udpReceiver(silentLog, 'batches', () => Promise.reject(new Error('no binary')));
  const got: string[] = [];
  const socket = await listenUdp({
    host: '127.0.0.1',
    port: 0,
    shared: false,
    onDatagram: (datagram) => got.push(Buffer.from(datagram).toString()),
    onError: () => undefined,
  });
  open.push(socket);
  await send(socket.port, '127.0.0.1', Buffer.from('flow'));
  await vi.waitFor(() => expect(got).toEqual(['flow']), soon);
  expect(warn).toHaveBeenCalledWith(expect.anything(), 'batched receive unavailable');
  warn.mockRestore();
});

describe.each(['batches', 'events'] as const)('a socket read by %s', (kind) => {
  it.each([
    ['IPv4', '127.0.0.1', '127.0.0.1', '127.0.0.1'],
    ['IPv6', '::1', '::1', '::1'],
    ['IPv4 on a socket of both families', '::', '127.0.0.1', '::ffff:127.0.0.1'],
    ['a name', 'localhost', '127.0.0.1', '127.0.0.1'],
  ])('passes on datagrams of %s with their sender', async (_, host, to, sender) => {
    const { socket, got } = await listen(kind, host);
    await send(socket.port, to, Buffer.from('flow'));
    await vi.waitFor(() => expect(got).toEqual([{ sender, bytes: Buffer.from('flow') }]), soon);
  });

  it('passes on the port of the sender', async () => {
    const ports: number[] = [];
    const listenUdp = await udpReceiver(silentLog, kind);
    const socket = await listenUdp({
      host: '127.0.0.1',
      port: 0,
      shared: false,
      onDatagram: (_bytes, _sender, port) => ports.push(port),
      onError: () => undefined,
    });
    open.push(socket);
    const sender = createSocket('udp4');
    sender.bind(0, '127.0.0.1');
    await once(sender, 'listening');
    const { port } = sender.address();
    sender.send(Buffer.from('flow'), socket.port, '127.0.0.1');
    await vi.waitFor(() => expect(ports).toEqual([port]), soon);
    sender.close();
  });

  it.runIf(linkLocal !== undefined)('names the link of a sender with an address of the link', async () => {
    const { name, address } = linkLocal!;
    const { socket, got } = await listen(kind, `${address}%${name}`);
    await send(socket.port, `${address}%${name}`, Buffer.from('flow'));
    await vi.waitFor(() => expect(got.map(({ sender }) => sender)).toEqual([`${address}%${name}`]), soon);
  });

  it('passes on empty datagrams, the longest ones and those that follow unchanged', async () => {
    const { socket, got } = await listen(kind, '127.0.0.1');
    const longest = Buffer.alloc(65_507, 7);
    const sent = [Buffer.alloc(0), longest, Buffer.from('x'), longest, Buffer.alloc(0)];
    await send(socket.port, '127.0.0.1', ...sent);
    await vi.waitFor(() => expect(got).toHaveLength(sent.length), soon);
    expect(got.every(({ bytes }, at) => bytes.equals(sent[at]!))).toBe(true);
  });

  it('keeps the order of bursts of many batches and of single datagrams between them', async () => {
    const { socket, got } = await listen(kind, '127.0.0.1');
    const all = numbered(2_000, 1_200);
    for (const [from, to] of [
      [0, 700],
      [700, 701],
      [701, 702],
      [702, 1_400],
      [1_400, 2_000],
    ] as const) {
      await send(socket.port, '127.0.0.1', ...all.slice(from, to));
      await vi.waitFor(() => expect(got).toHaveLength(to), soon);
    }
    expect(numbersOf(got)).toEqual(upTo(2_000));
  });

  it('explains why a used port is unavailable, and uses it when it is free', async () => {
    const first = await listen(kind, '127.0.0.1');
    const { port } = first.socket;
    await expect(listen(kind, '127.0.0.1', { port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: `UDP port ${String(port)} of 127.0.0.1 cannot be listened on: another process listens there (SHARED_PORTS=true lets several collectors share it)`,
    });
    await first.socket.close();
    const second = await listen(kind, '127.0.0.1', { port });
    await send(port, '127.0.0.1', Buffer.from('again'));
    await vi.waitFor(() => expect(second.got.map(({ bytes }) => bytes.toString())).toEqual(['again']), soon);
  });

  it('reports an address that is not local', async () => {
    await expect(listen(kind, '192.0.2.1')).rejects.toThrow('192.0.2.1 is no address of this machine');
  });

  it('shares a port', async () => {
    const one = await listen(kind, '127.0.0.1', { shared: true });
    const other = await listen(kind, '127.0.0.1', { shared: true, port: one.socket.port });
    for (let sender = 0; sender < 32; sender += 1)
      await send(one.socket.port, '127.0.0.1', Buffer.from([sender]));
    await vi.waitFor(() => expect(one.got.length + other.got.length).toBe(32), soon);
  });

  it('closes at once while it waits', async () => {
    const { socket, got } = await listen(kind, '127.0.0.1');
    await socket.close();
    await send(socket.port, '127.0.0.1', Buffer.from('late'));
    expect(got).toEqual([]);
  });

  it('reports what the kernel dropped and the size of the buffer', async () => {
    const { socket, got } = await listen(kind, '127.0.0.1');
    expect(await socket.drops()).toBe(0);
    expect(socket.bufferBytes).toBeGreaterThan(200_000);
    // More than the buffer takes, from another process while this one does nothing else.
    const datagrams = Math.ceil(socket.bufferBytes / 60_000) + 100;
    const script = `const s = require('node:dgram').createSocket('udp4'); let n = ${String(datagrams)};
      const next = () => { if (n-- > 0) s.send(Buffer.alloc(60000), ${String(socket.port)}, '127.0.0.1', next); else s.close(); }; next();`;
    execFileSync(process.execPath, ['-e', script]);
    const dropped = (await socket.drops()) ?? 0;
    expect(dropped).toBeGreaterThan(0);
    await vi.waitFor(() => expect(got).toHaveLength(datagrams - dropped), soon);
  });
});

it('passes on what the kernel still has when it closes, in batches', async () => {
  const { socket, got } = await listen('batches', '127.0.0.1');
  const script = `const s = require('node:dgram').createSocket('udp4'); let n = 0;
    const next = () => { if (n < 1000) { const b = Buffer.alloc(100); b.writeUInt32BE(n++); s.send(b, ${String(socket.port)}, '127.0.0.1', next); } else s.close(); }; next();`;
  execFileSync(process.execPath, ['-e', script]);
  await socket.close();
  expect(numbersOf(got)).toEqual(upTo(1_000));
});
