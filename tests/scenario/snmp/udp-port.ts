import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { freeUdpPort } from '../../../deploy/ports.ts';

/** Below the range of which the kernel gives ports to whoever asks for any: one of those may be gone before it is used. */
const PORTS = { from: 10_000, to: 32_000 };

/** A UDP port of 127.0.0.1 that nobody has. */
export const anyUdpPort = (): Promise<number> => freeUdpPort(randomInt(PORTS.from, PORTS.to), '127.0.0.1');

/** Whether some process has this UDP port: read from the kernel (proc(5)), since a try to bind it would keep it from that process. */
export function isUdpPortTaken(port: number): boolean {
  const digits = port.toString(16).toUpperCase().padStart(4, '0');
  return readFileSync('/proc/net/udp', 'utf8').includes(`:${digits} `);
}
