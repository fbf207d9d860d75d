import { execFile, fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cpuSeconds } from '../writer-stores.ts';
import { RECORDS } from './packets.ts';

const PACKETS = 100_000;
/** Low enough that none of the collectors loses a datagram on two cores shared with the sender. */
const PER_SECOND = 12_000;
const SETTLE_MS = 1_500;

const send = new URL('send.ts', import.meta.url).pathname;
const wait = (durationMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });

/** Records per CPU-second of a collector process that listens on `port`, over the same datagrams. */
async function measure(child: ChildProcess, port: number): Promise<number> {
  await wait(SETTLE_MS);
  const before = cpuSeconds(child);
  await promisify(execFile)(process.execPath, [send, String(port), String(PACKETS), String(PER_SECOND)]);
  await wait(SETTLE_MS);
  return (PACKETS * RECORDS) / (cpuSeconds(child) - before);
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

/** Our collector process, with a real nats-server behind it; `env` names the stores. */
export async function ourCollector(env: Readonly<Record<string, string>>): Promise<number> {
  const main = new URL('../../ingest/flow/main.ts', import.meta.url);
  const child = fork(main, [], {
    env: { ...process.env, LOG_LEVEL: 'error', HEALTH_PORT: '0', NETFLOW_PORT: '0', IPFIX_PORT: '0', ...env },
  });
  const port = await new Promise<number>((resolve) => {
    child.on('message', (message: { kind: string; ports?: number[] }) => {
      if (message.kind === 'ports') resolve(message.ports?.[0] ?? 0);
    });
  });
  try {
    return await measure(child, port);
  } finally {
    await ended(child);
  }
}

/** nfdump's collector, writing files; undefined when it is not installed. */
export async function nfcapd(port: number): Promise<number | undefined> {
  return peer('nfcapd', (folder) => ['-p', String(port), '-b', '127.0.0.1', '-w', folder, '-t', '60'], port);
}

async function peer(
  command: string,
  words: (folder: string) => readonly string[],
  port: number,
): Promise<number | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-bench-'));
  const child = spawn(command, [...words(folder)], { stdio: 'ignore' });
  const missing = once(child, 'error').then(() => true);
  const started = once(child, 'spawn').then(() => false);
  try {
    if (await Promise.race([missing, started])) return undefined;
    return await measure(child, port);
  } finally {
    if (child.pid !== undefined && child.exitCode === null) await ended(child);
    rmSync(folder, { recursive: true, force: true });
  }
}
