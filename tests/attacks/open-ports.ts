import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { processesOf } from '#tests/fixtures/process/start-process.ts';

const REPLY_MS = 2_000;
const LISTENING = '0A';

function socketsOf(pid: string): readonly string[] {
  const directory = `/proc/${pid}/fd`;
  try {
    return readdirSync(directory).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`${directory}/${fd}`))?.[1] ?? [];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

/** TCP ports on which the processes of the product listen (Linux). */
export function portsOf(data: string): readonly number[] {
  const sockets = new Set(processesOf(data).flatMap(socketsOf));
  const rows = ['tcp', 'tcp6'].flatMap((table) => readFileSync(`/proc/net/${table}`, 'utf8').split('\n'));
  const ports = rows.flatMap((row) => {
    const [, local = '', , state, , , , , , inode = ''] = row.trim().split(/\s+/);
    return state === LISTENING && sockets.has(inode) ? [Number.parseInt(local.split(':')[1] ?? '', 16)] : [];
  });
  return [...new Set(ports)];
}

/** Sends bytes to a port of this machine; returns what comes back within two seconds, in latin1. */
export const repliesOf = (port: number, request: Buffer | string): Promise<string> =>
  new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    const done = (): void => {
      socket.destroy();
      resolve(Buffer.concat(parts).toString('latin1'));
    };
    socket.setTimeout(REPLY_MS, done);
    socket.on('data', (part) => parts.push(part));
    socket.on('error', done);
    socket.on('close', done);
  });
