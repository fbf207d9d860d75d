import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { groupCpuSeconds } from '../harness/process-cpu.ts';
import { shellCpuSeconds } from '../harness/shell-cpu.ts';
import { writeCapture } from './capture.ts';
import { wait, type RunningCollector, type CollectorMeasurement } from './interleaved.ts';
import { numberedV9, RECORDS } from './packets.ts';

const END_MS = 3_000;

/** A packaged collector written in C. */
interface Peer {
  readonly name: string;
  readonly command: string;
  /** Command-line arguments. May write its configuration into the folder. */
  readonly words: (folder: string, port: number) => readonly string[];
  /** Records received, read from its output. */
  readonly arrived: (folder: string) => Promise<number>;
}

/** Stops a process group: pmacct's core stops only on SIGINT and leaves plugins behind. */
async function endGroup(leader: ChildProcess): Promise<void> {
  const group = -(leader.pid ?? 0);
  const exit = once(leader, 'exit');
  process.kill(group, 'SIGINT');
  await Promise.race([exit, wait(END_MS)]);
  if (leader.exitCode === null && leader.signalCode === null) {
    process.kill(group, 'SIGKILL');
    await exit;
  }
}

async function isInstalled(child: ChildProcess): Promise<boolean> {
  const missing = once(child, 'error').then(() => false);
  const started = once(child, 'spawn').then(() => true);
  return Promise.race([missing, started]);
}

/** Starts a peer. Undefined if it is not installed. */
export async function startPeer(
  { name, command, words, arrived }: Peer,
  port: number,
): Promise<RunningCollector | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-bench-'));
  // Leader of its process group: plugins and writers are measured and stopped with it.
  const child = spawn(command, [...words(folder, port)], { stdio: 'ignore', detached: true });
  if (!(await isInstalled(child))) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  return {
    name,
    port,
    cpuSeconds: () => groupCpuSeconds(child.pid ?? 0),
    async stop() {
      try {
        if (child.exitCode === null && child.signalCode === null) await endGroup(child);
        return await arrived(folder);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Receive buffer of each peer, the same as ours. */
const SOCKET_BUFFER_BYTES = '33554432';

/** Writes every record to files. */
export const nfcapd: Peer = {
  name: 'nfcapd (nfdump)',
  command: 'nfcapd',
  words(folder, port) {
    const place = ['-p', String(port), '-b', '127.0.0.1', '-B', SOCKET_BUFFER_BYTES];
    return [...place, '-w', folder, '-t', '60'];
  },
  async arrived(folder) {
    const { stdout } = await promisify(execFile)('nfdump', ['-R', folder, '-I']);
    return Number(/^Flows: (\d+)/m.exec(stdout)?.[1] ?? 0);
  },
};

/** Writes a configuration and returns its path. */
function nfacctdConfiguration(folder: string, input: readonly string[]): string {
  const path = join(folder, 'nfacctd.conf');
  const lines = [
    'daemonize: false',
    ...input,
    'plugins: print[sums]',
    'aggregate[sums]: src_host,dst_host,src_port,dst_port,proto,tos,in_iface,out_iface,flows',
    `print_output_file[sums]: ${join(folder, 'sums.csv')}`,
    'print_output_file_append[sums]: true',
    'print_output[sums]: csv',
    'print_refresh_time[sums]: 2',
    'print_cache_entries[sums]: 99991',
    'plugin_pipe_size[sums]: 67108864',
    'plugin_buffer_size[sums]: 65536',
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** Aggregates records by addresses, ports, protocol, DSCP and interfaces, and writes them every two seconds. */
export const nfacctd: Peer = {
  name: 'nfacctd (pmacct)',
  command: 'nfacctd',
  words(folder, port) {
    const place = ['nfacctd_ip: 127.0.0.1', `nfacctd_port: ${String(port)}`];
    const socket = [...place, `nfacctd_pipe_size: ${SOCKET_BUFFER_BYTES}`];
    return ['-f', nfacctdConfiguration(folder, socket)];
  },
  async arrived(folder) {
    const [head = '', ...rows] = readFileSync(join(folder, 'sums.csv'), 'utf8').trim().split('\n');
    const column = head.split(',').indexOf('FLOWS');
    return Promise.resolve(rows.reduce((sum, row) => sum + (Number(row.split(',')[column]) || 0), 0));
  },
};

const CAPTURED_PACKETS = 40_000;
const CAPTURE_REPETITIONS = 3;

/**
 * nfacctd reading the same datagrams from a capture file: its cost without a socket. Undefined if it is not installed.
 */
export async function nfacctdFromCapture(): Promise<CollectorMeasurement | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-bench-'));
  try {
    if (spawnSync('sh', ['-c', 'command -v nfacctd']).status !== 0) return undefined;
    const capture = join(folder, 'flows.pcap');
    writeCapture(capture, numberedV9(CAPTURED_PACKETS), 2_100);
    const command = `nfacctd -f "${nfacctdConfiguration(folder, [])}" -I "${capture}" >/dev/null 2>&1`;
    const sent = CAPTURED_PACKETS * RECORDS;
    const samples: number[] = [];
    let arrived = 0;
    for (let round = 0; round < CAPTURE_REPETITIONS; round += 1) {
      samples.push(sent / (await shellCpuSeconds(command)));
      arrived += await nfacctd.arrived(folder);
      rmSync(join(folder, 'sums.csv'));
    }
    return {
      name: `${nfacctd.name} from a capture file`,
      samples,
      sent: sent * CAPTURE_REPETITIONS,
      arrived,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
