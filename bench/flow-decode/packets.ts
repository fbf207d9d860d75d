import {
  commonFields,
  commonRecord,
  dataSet,
  netflowV5,
  netflowV9,
  ipfix,
  templateIpfix,
  templateV9,
} from '#tests/fixtures/flow/packet-builder.ts';
import { flowSample, frames, packetV4, rawHeader, sflow } from '#tests/fixtures/flow/sflow-builder.ts';

/** As many as a router puts into a datagram of 1,400 bytes. */
export const RECORDS = 24;
/** As many sampled headers as an agent puts into a datagram. */
const SAMPLES = 9;

/** Datagrams to decode, with `records` records each, and their templates. */
export interface Load {
  readonly name: string;
  readonly templates: readonly Buffer[];
  readonly packets: readonly Buffer[];
  readonly records: number;
}

const nowS = (): number => Math.floor(Date.now() / 1000);
const addressOf = (prefix: string, value: number): string =>
  `${prefix}.${String((value >> 8) & 255)}.${String(value & 255)}`;

/** Endpoints of record `number`. The factors are primes: neighbouring records differ in all bytes of a host. */
const endpointsOf = (number: number) => ({
  source: addressOf('10.11', (number * 7_919) & 0xffff),
  destination: addressOf('10.12', (number * 104_729) & 0xffff),
});
const volumeOf = (number: number) => ({
  bytes: 64 + ((number * 31) % 1_000_000),
  packets: 1 + (number % 700),
});

const record = (number: number) => commonRecord({ ...endpointsOf(number), ...volumeOf(number) });

/** Numbers of the records of a datagram. */
const numbers = (packet: number): readonly number[] =>
  Array.from({ length: RECORDS }, (_, at) => packet * RECORDS + at);

export const templates = {
  v9: (): Buffer => netflowV9({ seconds: nowS() }, templateV9(256, commonFields)),
  ipfix: (): Buffer => ipfix({ seconds: nowS() }, templateIpfix(256, commonFields)),
};

/** Distinct datagrams of one exporter, numbered from 2; number 1 is the template. */
export const packetsOf = {
  v9: (count: number): Buffer[] =>
    Array.from({ length: count }, (_, packet) =>
      netflowV9({ seconds: nowS(), sequence: packet + 2 }, dataSet(256, ...numbers(packet).map(record))),
    ),
  ipfix: (count: number): Buffer[] =>
    Array.from({ length: count }, (_, packet) =>
      ipfix({ seconds: nowS(), sequence: packet * RECORDS }, dataSet(256, ...numbers(packet).map(record))),
    ),
  v5: (count: number): Buffer[] =>
    Array.from({ length: count }, (_, packet) =>
      netflowV5(
        { seconds: nowS(), sequence: packet * RECORDS },
        ...numbers(packet).map((number) => ({
          ...endpointsOf(number),
          ...volumeOf(number),
          firstMs: 3_590_000,
          lastMs: 3_595_000,
        })),
      ),
    ),
};

const sampled = (number: number): Buffer =>
  flowSample({}, rawHeader(frames.v4(packetV4({ ...endpointsOf(number), length: 64 + (number % 1_400) }))));

const sflowPackets = (count: number): Buffer[] =>
  Array.from({ length: count }, (_, packet) =>
    sflow(
      { sequence: packet + 1 },
      ...Array.from({ length: SAMPLES }, (_sample, at) => sampled(packet * SAMPLES + at)),
    ),
  );

/** One load per protocol. */
export const loadsOf = (count: number): readonly Load[] => [
  { name: 'NetFlow v9', templates: [templates.v9()], packets: packetsOf.v9(count), records: RECORDS },
  { name: 'IPFIX', templates: [templates.ipfix()], packets: packetsOf.ipfix(count), records: RECORDS },
  { name: 'NetFlow v5', templates: [], packets: packetsOf.v5(count), records: RECORDS },
  { name: 'sFlow', templates: [], packets: sflowPackets(count), records: SAMPLES },
];

/** A template and `count` numbered datagrams, cycling through 2,000 distinct ones. */
export function* numberedV9(count: number): Generator<Buffer> {
  const packets = packetsOf.v9(2_000);
  yield templates.v9();
  for (let at = 0; at < count; at += 1) {
    const packet = packets[at % packets.length] as Buffer;
    packet.writeUInt32BE(at + 2, 12);
    yield packet;
  }
}
