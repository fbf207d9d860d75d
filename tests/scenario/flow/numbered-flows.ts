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

const RECORDS = 20;
const TEMPLATE = 300;
const PERIOD_MS = 20;

/** A datagram that was sent: numbers `first` to `first + 19`. */
interface Sent {
  readonly first: number;
  readonly atMs: number;
}

export interface NumberedFlows {
  readonly sent: readonly Sent[];
  /** Numbers given so far. */
  readonly count: () => number;
  readonly stop: () => Promise<void>;
}

/** The record of a number says it by its bytes: one more than the number. */
function datagram(first: number, sequence: number): Buffer {
  const records = Array.from({ length: RECORDS }, (_, at) =>
    commonRecord({
      source: '10.0.0.1',
      destination: '10.0.0.2',
      bytes: first + at + 1,
      packets: 1,
    }),
  );
  const head = { sequence, seconds: Math.floor(Date.now() / 1_000), domain: 0 };
  // The template is in every datagram, so a killed collector loses only the datagrams it just received.
  return netflowV9(head, templateV9(TEMPLATE, commonFields), dataSet(TEMPLATE, ...records));
}

/** Sends NetFlow v9 from several exporters, each record with its own number from `from` on, until it is stopped. */
export async function sendNumberedFlows(
  exporters: readonly string[],
  port: number,
  from = 0,
): Promise<NumberedFlows> {
  const sockets = await Promise.all(
    exporters.map(async (address) => {
      const socket = createSocket('udp4').bind(0, address);
      await once(socket, 'listening');
      // Without a listener the kernel reports an error; the exporter continues, as a router does.
      socket.on('error', () => undefined);
      return socket;
    }),
  );
  const sent: Sent[] = [];
  const stopping = new AbortController();
  let next = from;
  let sequence = 0;
  systemClock.every(
    PERIOD_MS,
    () => {
      for (const socket of sockets) {
        const bytes = datagram(next, sequence);
        socket.send(bytes, port, '127.0.0.1');
        sent.push({ first: next, atMs: Date.now() });
        next += RECORDS;
      }
      sequence += 1;
    },
    stopping.signal,
  );
  return {
    sent,
    count: () => next,
    async stop() {
      stopping.abort();
      await Promise.all(
        sockets.map(async (socket) => {
          const closed = once(socket, 'close');
          socket.close();
          await closed;
        }),
      );
    },
  };
}

/** Times in which the collector may have held, or not have heard, what was sent. */
export interface ExportPause {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Numbers that must have arrived: those sent while the collector lived, and long enough before it was killed. */
export const owed = (sent: readonly Sent[], silences: readonly ExportPause[]): readonly number[] =>
  sent
    .filter(({ atMs }) => !silences.some(({ fromMs, untilMs }) => atMs >= fromMs && atMs <= untilMs))
    .flatMap(({ first }) => Array.from({ length: RECORDS }, (_, at) => first + at));
