import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { anyUdpPort } from './udp-port.ts';
import { until } from '../writer/rows.ts';

const SNMPD = '/usr/sbin/snmpd';
const SNMPGET = '/usr/bin/snmpget';
const APT_GET = '/usr/bin/apt-get';

/** Installs Debian's agent and its tools where they are missing. */
function install(): void {
  if (existsSync(SNMPD) && existsSync(SNMPGET)) return;
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(APT_GET, ['update', '-q'], { env: environment });
  const installed = spawnSync(APT_GET, ['install', '-y', '-q', 'snmpd', 'snmp'], { env: environment });
  if (installed.status !== 0)
    throw new Error('snmpd is missing: apt-get install -y snmpd snmp', {
      cause: installed.stderr.toString(),
    });
}

export interface Snmpd {
  readonly port: number;
  readonly community: string;
  /** What `snmpget -Oqv` answers, one value per object. */
  get(...oids: readonly string[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Debian's snmpd on a port and with a configuration of its own; `lines` are added to it. */
export async function startSnmpd(lines: readonly string[] = []): Promise<Snmpd> {
  install();
  const directory = mkdtempSync(join(tmpdir(), 'telltale-snmpd-'));
  const port = await anyUdpPort();
  const community = 'in-test';
  const configuration = join(directory, 'snmpd.conf');
  writeFileSync(
    configuration,
    [
      `agentaddress udp:127.0.0.1:${String(port)}`,
      `rocommunity ${community} 127.0.0.1`,
      'sysName edge-1',
      ...lines,
      '',
    ].join('\n'),
  );
  const child = spawn(
    SNMPD,
    ['-f', '-Lf', join(directory, 'log'), '-C', '-c', configuration, '-I', '-smux'],
    {
      env: { ...process.env, SNMP_PERSISTENT_DIR: directory },
      stdio: 'ignore',
    },
  );
  const target = `127.0.0.1:${String(port)}`;
  const get = async (...oids: readonly string[]): Promise<readonly string[]> => {
    const options = ['-v2c', '-c', community, '-Oqvt', '-m', '', '-t', '2', target, ...oids];
    const { stdout } = await promisify(execFile)(SNMPGET, options);
    return stdout.trim().split('\n');
  };
  await until(
    () =>
      get('1.3.6.1.2.1.1.3.0').then(
        () => true,
        () => false,
      ),
    'snmpd answers',
  );
  return {
    port,
    community,
    get,
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
