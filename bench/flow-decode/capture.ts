import { closeSync, openSync, writeSync } from 'node:fs';

/** Writes a classic pcap file, version 2.4, of Ethernet frames with UDP datagrams from loopback to a port. */
export function writeCapture(path: string, datagrams: Iterable<Buffer>, port: number): void {
  const file = openSync(path, 'w');
  const head = Buffer.alloc(24);
  head.writeUInt32LE(0xa1_b2_c3_d4, 0);
  head.writeUInt16LE(2, 4);
  head.writeUInt16LE(4, 6);
  head.writeUInt32LE(65_535, 16);
  // Link type Ethernet.
  head.writeUInt32LE(1, 20);
  writeSync(file, head);
  const seconds = Math.floor(Date.now() / 1_000);
  for (const payload of datagrams) writeSync(file, recordOf(payload, { port, seconds }));
  closeSync(file);
}

const ETHERNET = 14;
const IP = 20;
const UDP = 8;
const SOURCE_PORT = 40_000;

function recordOf(payload: Buffer, { port, seconds }: { port: number; seconds: number }): Buffer {
  const frame = ETHERNET + IP + UDP + payload.length;
  const bytes = Buffer.alloc(16 + frame);
  bytes.writeUInt32LE(seconds, 0);
  bytes.writeUInt32LE(frame, 8);
  bytes.writeUInt32LE(frame, 12);
  const ethernet = 16;
  bytes.writeUInt16BE(0x08_00, ethernet + 12);
  const ip = ethernet + ETHERNET;
  bytes.writeUInt8(0x45, ip);
  bytes.writeUInt16BE(IP + UDP + payload.length, ip + 2);
  bytes.writeUInt8(64, ip + 8);
  bytes.writeUInt8(17, ip + 9);
  bytes.writeUInt32BE(0x7f_00_00_01, ip + 12);
  bytes.writeUInt32BE(0x7f_00_00_01, ip + 16);
  const udp = ip + IP;
  bytes.writeUInt16BE(SOURCE_PORT, udp);
  bytes.writeUInt16BE(port, udp + 2);
  bytes.writeUInt16BE(UDP + payload.length, udp + 4);
  payload.copy(bytes, udp + UDP);
  return bytes;
}
