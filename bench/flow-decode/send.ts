/**
 * Sends NetFlow v9 from one address at a steady rate: `node send.ts PORT PACKETS PER_SECOND`. Prints a `SenderReport`.
 */
import { createSocket } from 'node:dgram';
import { packetsOf, RECORDS, templates } from './packets.ts';

const [port, total, perSecond] = process.argv.slice(2).map(Number) as [number, number, number];
/** Datagrams are sent at most this long before they are due: one by one, timers would be too coarse. */
const SLICE_MS = 5;

const socket = createSocket('udp4');
const packets = packetsOf.v9(2_000);
const send = (bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.send(bytes, port, '127.0.0.1', (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });

await send(templates.v9());
const before = process.cpuUsage();
const begin = performance.now();
let sent = 0;
while (sent < total) {
  const due = Math.min(total, Math.ceil(((performance.now() - begin + SLICE_MS) / 1000) * perSecond));
  while (sent < due) {
    const burst = Math.min(due - sent, 64);
    await Promise.all(
      Array.from({ length: burst }, (_, at) => {
        const packet = packets[(sent + at) % packets.length] as Buffer;
        packet.writeUInt32BE(sent + at + 2, 12);
        return send(packet);
      }),
    );
    sent += burst;
  }
  await new Promise((resolve) => {
    setTimeout(resolve, 1);
  });
}
socket.close();
const { user, system } = process.cpuUsage(before);
const seconds = (performance.now() - begin) / 1000;
process.stdout.write(JSON.stringify({ records: sent * RECORDS, seconds, cpuSeconds: (user + system) / 1e6 }));
