import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { addressOf, COMMUNITY } from './device.ts';

const TOOL = '/usr/bin/snmpbulkwalk';
const TABLES = ['1.3.6.1.2.1.2.2', '1.3.6.1.2.1.31.1.1'];

/**
 * CPU-seconds that Net-SNMP's snmpbulkwalk takes for a device, two processes for its two tables of interfaces; undefined
 * where it is not installed (Debian: `apt-get install snmp`).
 */
export async function walkSeconds(devices: number, port: number): Promise<number | undefined> {
  if (!existsSync(TOOL)) return undefined;
  const walks = Array.from({ length: devices }, (_, at) =>
    TABLES.map(
      (table) =>
        `${TOOL} -v2c -c ${COMMUNITY} -m '' -On -Cr25 ${addressOf(at)}:${String(port)} ${table} >/dev/null`,
    ).join('\n'),
  );
  const { stdout } = await promisify(execFile)('/bin/bash', ['-c', `${walks.join('\n')}\ntimes`]);
  // The second line of `times` is that of the children: `0m1.234s 0m0.567s`.
  const spent = stdout.trim().split('\n').at(-1) ?? '';
  const seconds = [...spent.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => 60 * Number(minutes) + Number(rest),
  );
  return seconds.reduce((sum, one) => sum + one, 0) / devices;
}
