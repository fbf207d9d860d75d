import { existsSync } from 'node:fs';
import { addressOf, BENCH_COMMUNITY } from './device.ts';
import { shellCpuSeconds } from '../harness/shell-cpu.ts';

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
        `${TOOL} -v2c -c ${BENCH_COMMUNITY} -m '' -On -Cr25 ${addressOf(at)}:${String(port)} ${table} >/dev/null`,
    ).join('\n'),
  );
  return (await shellCpuSeconds(walks.join('\n'))) / devices;
}
