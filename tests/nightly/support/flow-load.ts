import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { systemClock } from '#platform/clock/system-clock.ts';
import {
  commonFields,
  commonRecord,
  dataSet,
  netflowV9,
  templateV9,
} from '#tests/fixtures/flow/packet-builder.ts';
import { exporters } from '../../scenario/server/killed-product.ts';

const RECORDS = 24;
const TEMPLATE = 300;
const PERIOD_MS = 20;
/** Header of NetFlow v9 (RFC 3954, 5.1): seconds at 8, sequence at 12. */
const SECONDS_AT = 8;
const SEQUENCE_AT = 12;

interface FlowLoad {
  /** Records sent so far. */
  readonly sent: () => number;
  readonly stop: () => Promise<void>;
}

/** Sends NetFlow v9 at a rate until it is stopped. */
export async function sendFlowLoad(recordsPerSecond: number, port: number): Promise<FlowLoad> {
  const record = commonRecord({ source: '10.0.0.1', destination: '10.0.0.2', bytes: 1_000, packets: 1 });
  const records = Array.from({ length: RECORDS }, () => record);
  const streams = await Promise.all(
    exporters.map(async (address) => {
      const socket = createSocket('udp4').bind(0, address);
      await once(socket, 'listening');
      // Without a listener the kernel reports an error; an exporter continues.
      socket.on('error', () => undefined);
      const head = { sequence: 0, seconds: 0, domain: 0 };
      const bytes = netflowV9(head, templateV9(TEMPLATE, commonFields), dataSet(TEMPLATE, ...records));
      return { socket, bytes, sequence: 0 };
    }),
  );
  const stopping = new AbortController();
  const startedMs = systemClock.elapsed();
  let datagrams = 0;
  const send = (): void => {
    const due = ((systemClock.elapsed() - startedMs) / 1_000) * (recordsPerSecond / RECORDS);
    for (; datagrams < due; datagrams += 1) {
      const stream = streams[datagrams % streams.length]!;
      // The kernel copies it later than this call.
      const bytes = Buffer.from(stream.bytes);
      bytes.writeUInt32BE(Math.floor(systemClock.now().getTime() / 1_000), SECONDS_AT);
      bytes.writeUInt32BE((stream.sequence += 1), SEQUENCE_AT);
      stream.socket.send(bytes, port, '127.0.0.1');
    }
  };
  systemClock.every(PERIOD_MS, send, stopping.signal);
  return {
    sent: () => datagrams * RECORDS,
    stop() {
      stopping.abort();
      for (const { socket } of streams) socket.close();
      return Promise.resolve();
    },
  };
}
