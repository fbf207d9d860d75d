import { describe, expect, it } from 'vitest';
import { dropsByPort, dropsOfPort } from './proc-drops.ts';

const HEADING =
  '   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops            ';
const row = (port: number, inode: number, drops: number): string =>
  ` 4017: 0100007F:${port.toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 ${String(inode)} 2 000000005ab410c9 ${String(drops)}       `;
const table = (...rows: readonly string[]): string => `${[HEADING, ...rows].join('\n')}\n`;

describe('drops in /proc/net/udp', () => {
  it('are the sum of the sockets that share a port', () => {
    const text = table(row(2_055, 1, 3), row(2_055, 2, 4), row(6_343, 3, 9));
    expect([...dropsByPort(text)]).toEqual([
      [2_055, 7],
      [6_343, 9],
    ]);
  });

  it('count once what the kernel lists twice', () => {
    expect(dropsByPort(table(row(2_055, 1, 103), row(6_343, 3, 9), row(2_055, 1, 103))).get(2_055)).toBe(103);
  });

  it('are read again when the port is missing', async () => {
    const responses = [table(row(6_343, 3, 9)), table(), table(row(2_055, 1, 103)), table()];
    expect(await dropsOfPort(2_055, () => Promise.resolve(responses.shift() ?? ''))).toBe(103);
  });

  it('are unknown where no file names the port, or no file exists', async () => {
    expect(await dropsOfPort(2_055, () => Promise.resolve(table()))).toBeUndefined();
    expect(await dropsOfPort(2_055, () => Promise.reject(new Error('ENOENT')))).toBeUndefined();
  });
});
