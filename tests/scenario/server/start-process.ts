import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '#platform/embedded/free-port.ts';
import { anyUdpPort } from '../snmp/udp-port.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** `npm start` without npm: the process, and what it says. */
export interface Started {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  /** Resolves with the first line that matches; rejects with everything said when the process ends before. */
  readonly line: (pattern: RegExp) => Promise<string>;
  /** Resolves with the exit status. */
  readonly ended: Promise<number | null>;
}

export function start(args: readonly string[], env: Readonly<Record<string, string>>): Started {
  const child = spawn(process.execPath, ['deploy/start.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, CLICKHOUSE_URL: '', DATABASE_URL: '', NATS_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const waiting: { pattern: RegExp; found: (line: string) => void }[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      for (const { pattern, found } of waiting) if (pattern.test(line)) found(line);
    });
  const ended = once(child, 'close').then(([status]) => status as number | null);
  return {
    child,
    lines,
    ended,
    line: (pattern) =>
      new Promise((found, fail) => {
        const already = lines.find((line) => pattern.test(line));
        if (already !== undefined) found(already);
        waiting.push({ pattern, found });
        void ended.then(() => {
          fail(new Error(`ended before it said ${String(pattern)}:\n${lines.join('\n')}`));
        });
      }),
  };
}

/** Ports from which no connection that goes out takes one meanwhile. */
const freeTcp = async (): Promise<string> => String(await freePort(0));
const freeUdp = async (): Promise<string> => String(await anyUdpPort());

/** Ports that nobody has, as the variables name them. */
export const freePorts = async (): Promise<Readonly<Record<string, string>>> => ({
  PORT: await freeTcp(),
  CLICKHOUSE_PORT: await freeTcp(),
  POSTGRES_PORT: await freeTcp(),
  NATS_PORT: await freeTcp(),
  NETFLOW_PORT: await freeUdp(),
  IPFIX_PORT: await freeUdp(),
  SFLOW_PORT: await freeUdp(),
});

function mentions(pid: string, text: string): boolean {
  try {
    return ['environ', 'cmdline'].some((file) =>
      readFileSync(`/proc/${pid}/${file}`, 'latin1').includes(text),
    );
  } catch {
    return false;
  }
}

/** Processes whose environment or command line names a directory; zombies do not count. */
export const processesOf = (directory: string): readonly string[] =>
  readdirSync('/proc').filter(
    (entry) => /^\d+$/.test(entry) && entry !== String(process.pid) && mentions(entry, directory),
  );

/** Waits until a condition holds; fails with `what` after `timeoutMs`. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within ${String(timeoutMs)} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
