import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import type { Log } from '#platform/log/log.ts';
import { makePrivateDirectory } from '../access/private-directory.ts';
import type { LivenessQuery } from '../liveness.ts';
import { supervised } from '../supervised.ts';

const READY_MS = 30_000;

interface Settings {
  /** Contains configuration, process id and streams. */
  readonly directory: string;
  readonly port: number;
  /** Without one, every local process may connect. */
  readonly account?: { readonly user: string; readonly password: string };
  /** Without one, a server that hangs stays. */
  readonly liveness?: LivenessQuery;
  readonly log: Log;
}

/** The password is in a file of this user alone, next to the one that clients read. */
const EXPECTED = /Plaintext passwords detected/;

const isInstalled = (command: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

/** Only options that nats-server 2.9 (Debian 12) knows. */
const configuration = ({ directory, port, account }: Settings): string => `
host: 127.0.0.1
port: ${String(port)}
pid_file: ${JSON.stringify(join(directory, 'nats.pid'))}
max_payload: 8388608
max_pending: 268435456
write_deadline: "30s"
${account === undefined ? '' : `authorization { user: ${JSON.stringify(account.user)}, password: ${JSON.stringify(account.password)} }`}
jetstream {
  store_dir: ${JSON.stringify(directory)}
  max_file_store: 68719476736
  max_memory_store: 268435456
}
`;

/** Ends a server that outlived a killed supervisor and still owns the directory. */
async function endOrphan(directory: string): Promise<void> {
  const pid = Number(readOrEmpty(join(directory, 'nats.pid')));
  const isOurs = (): boolean =>
    pid > 0 && readOrEmpty(`/proc/${String(pid)}/cmdline`).includes(join(directory, 'nats.conf'));
  const deadline = systemClock.now().getTime() + 10_000;
  for (let requested = false; isOurs(); requested = true) {
    if (!requested) process.kill(pid, 'SIGTERM');
    else if (systemClock.now().getTime() > deadline) process.kill(pid, 'SIGKILL');
    await systemClock.wait(50);
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    // The server sends INFO when it is ready.
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
    socket.once('close', () => {
      resolve(false);
    });
  });

async function whenListening(port: number, died: AbortSignal): Promise<void> {
  const deadline = systemClock.now().getTime() + READY_MS;
  while (!(await accepts(port))) {
    died.throwIfAborted();
    if (systemClock.now().getTime() > deadline) throw new Error('nats-server does not respond');
    await systemClock.wait(50, died);
  }
}

function launch({ directory, log }: Settings): ChildProcess {
  const command = ['nats-server', '-c', join(directory, 'nats.conf')];
  // The kernel ends the server when this process is killed; without setpriv the next start ends it (endOrphan).
  const [program = '', ...args] = isInstalled('setpriv')
    ? ['setpriv', '--pdeathsig', 'TERM', ...command]
    : command;
  // In its own process group: Ctrl-C must not end it before its clients have flushed.
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  child.stderr.setEncoding('utf8').on('data', (lines: string) => {
    for (const line of lines.split('\n'))
      if (/\[(WRN|ERR|FTL)\]/.test(line) && !EXPECTED.test(line))
        log.warn({ line: line.replace(/^\[\d+\] /, '') }, 'nats-server output');
  });
  return child;
}

/** A nats-server with JetStream on loopback, restarted whenever it ends. */
export function natsServer(settings: Settings): Component {
  const { directory, port, liveness, log } = settings;
  const child = supervised({
    name: 'nats',
    spawn: () => launch(settings),
    whenReady: (_, died) => whenListening(port, died),
    ...(liveness === undefined ? {} : { liveness: { query: liveness } }),
    log,
  });
  return {
    name: 'nats',
    async start(signal) {
      if (!isInstalled('nats-server'))
        throw new Error('nats-server is missing: install it first (on Debian: apt-get install nats-server)');
      makePrivateDirectory(directory);
      await endOrphan(directory);
      writeFileSync(join(directory, 'nats.conf'), configuration(settings), { mode: 0o600 });
      return child.start(signal);
    },
  };
}
