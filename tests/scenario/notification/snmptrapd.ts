import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../engine/bus.ts';
import { anyUdpPort, isUdpPortTaken } from '../snmp/udp-port.ts';

const SNMPTRAPD = '/usr/sbin/snmptrapd';

export interface ReceivedTrap {
  /** Value by numeric object identifier, as Net-SNMP writes it: `STRING: "…"`, `INTEGER: 3`. */
  readonly varbinds: ReadonlyMap<string, string>;
}

export interface SnmpTrapd {
  readonly port: number;
  readonly traps: () => readonly ReceivedTrap[];
  readonly log: () => string;
  close(): Promise<void>;
}

const trapOf = (entry: string): ReceivedTrap => ({
  varbinds: new Map(
    entry
      .split('\t')
      .map((text) => text.split(' = '))
      .map(([oid = '', ...value]) => [oid.trim().replace(/^\./, ''), value.join(' = ').trimEnd()] as const),
  ),
});

/** Debian's snmptrapd on a port of its own; `users` are lines of its configuration. Installed by `npm test`. */
export async function startSnmpTrapd(users: readonly string[] = []): Promise<SnmpTrapd> {
  if (!existsSync(SNMPTRAPD)) throw new Error('snmptrapd is missing: apt-get install -y snmptrapd snmp');
  const directory = mkdtempSync(join(tmpdir(), 'telltale-snmptrapd-'));
  const port = await anyUdpPort();
  const [configuration, log] = [join(directory, 'conf'), join(directory, 'log')];
  const lines = ['authCommunity log,execute,net public', ...users, 'format2 TRAP|%v\\n', ''];
  writeFileSync(configuration, lines.join('\n'));
  const child = spawn(
    SNMPTRAPD,
    [
      '-f',
      '-On',
      '-Lf',
      log,
      '-C',
      '-c',
      configuration,
      '-p',
      join(directory, 'pid'),
      `127.0.0.1:${String(port)}`,
    ],
    { env: { ...process.env, SNMP_PERSISTENT_DIR: directory, MIBS: '' }, stdio: 'ignore' },
  );
  const text = (): string => (existsSync(log) ? readFileSync(log, 'utf8') : '');
  await eventually(() => {
    if (child.exitCode !== null) throw new Error(`snmptrapd ended: ${text()}`);
    return isUdpPortTaken(port) || undefined;
  });
  return {
    port,
    log: text,
    // Long values in hexadecimal go over several lines.
    traps: () => text().split('TRAP|').slice(1).map(trapOf),
    async close() {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
