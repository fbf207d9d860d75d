import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FlowFileReader, type FlowFileRow } from '#schemas/debug/flow-file.ts';
import type { Recording } from '#schemas/debug/record.ts';
import {
  commonFields,
  commonRecord,
  dataSet,
  EXPORT_S,
  ipfix,
  netflowV9,
  templateIpfix,
  templateV9,
  encodeU32,
} from '#tests/fixtures/flow/packet-builder.ts';
import { RowSink } from '../rows/row-sink.ts';
import type { RowsMessage } from '../rows/rows-message.ts';
import { Collector } from '../collector.ts';
import { anExporterInventory, aCollectorConfig } from '#tests/fixtures/flow/a-collector.ts';
import { hasTemplate } from './has-template.ts';
import { Recorder } from './recorder.ts';
import { folderReport, pruneFolder } from './recording-folder.ts';

const atMs = EXPORT_S * 1_000 + 40;
const record = commonRecord({ source: '10.11.0.1', destination: '10.12.0.2', bytes: 1_500, packets: 3 });
const withTemplate = netflowV9({}, templateV9(300, commonFields), dataSet(300, record));
const dataOnly = netflowV9({ sequence: 2 }, dataSet(300, record));
const place = { site: 11, exporter: { address: '127.1.0.1', device: 21 } };

const aRecording = (change: Partial<Recording> = {}): Recording => ({
  id: 7,
  site: 11,
  startedMs: atMs,
  endsMs: atMs + 3_600_000,
  maxBytes: 1_000_000,
  ...change,
});

const received = (payload: Uint8Array, at: number) => ({ payload, senderPort: 50_000, port: 4739, atMs: at });

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-recording-'));
});
afterEach(async () => {
  for (const recorder of recorders.splice(0)) await recorder.close();
  if (openFiles().length > 0) throw new Error('a recording left files open');
  rmSync(directory, { recursive: true });
});

const recorders: Recorder[] = [];
/** Files of the folder that this process has open. */
const openFiles = (): readonly string[] =>
  readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`);
      return path.startsWith(directory) ? [path] : [];
    } catch {
      // The descriptor of the listing itself is closed.
      return [];
    }
  });

const aRecorder = (
  change: { room?: () => number; ended?: readonly number[]; maxWaitingBytes?: number } = {},
) => {
  const recorder = new Recorder({
    directory,
    collector: 'c1',
    run: 'r1',
    room: () => 1e9,
    ...change,
  });
  recorders.push(recorder);
  return recorder;
};
const file = (name: string): Buffer => readFileSync(join(directory, '7', 'c1-r1', `127.1.0.1-${name}`));

/** Rows of a file of decoded flows. */
const rowsIn = (path: string): readonly FlowFileRow[] => new FlowFileReader().push(readFileSync(path));

/** UDP payloads of a capture of raw IPv4 packets. */
function payloads(capture: Buffer): readonly Buffer[] {
  expect(capture.readUInt32LE(0)).toBe(0xa1_b2_c3_d4);
  expect(capture.readUInt32LE(20)).toBe(101);
  const found: Buffer[] = [];
  for (let at = 24; at < capture.length; at += 16 + capture.readUInt32LE(at + 8)) {
    const packet = capture.subarray(at + 16, at + 16 + capture.readUInt32LE(at + 8));
    expect(packet.readUInt16BE(2)).toBe(packet.length);
    expect(packet.subarray(12, 16).join('.')).toBe('127.1.0.1');
    expect([packet.readUInt16BE(20), packet.readUInt16BE(22)]).toEqual([50_000, 4739]);
    found.push(packet.subarray(28));
  }
  return found;
}

/** The message that a collector makes of datagrams. */
const rowsOf = (...datagrams: readonly Uint8Array[]): RowsMessage => messageOf(datagrams);

function messageOf(
  datagrams: readonly Uint8Array[],
  known = aCollectorConfig(),
  afterMs: readonly number[] = [],
): RowsMessage {
  const messages: RowsMessage[] = [];
  const sink = new RowSink((message) => messages.push(message));
  const collector = new Collector(known, [sink]);
  for (const [index, datagram] of datagrams.entries())
    collector.receive(datagram, '127.1.0.1', atMs + (afterMs[index] ?? 0));
  sink.flush();
  return messages[0]!;
}

describe('a debug recording', () => {
  it('contains the datagrams of the site, and those with templates in a separate file', async () => {
    const recorder = aRecorder();
    recorder.setRecordings([aRecording()]);
    recorder.recordDatagram(place, received(withTemplate, atMs));
    recorder.recordDatagram(place, received(dataOnly, atMs + 1));
    recorder.recordDatagram({ ...place, site: 12 }, received(dataOnly, atMs + 2));
    const [state] = await recorder.flush(atMs + 3);
    expect(payloads(file('raw-data.pcap'))).toEqual([withTemplate, dataOnly]);
    expect(payloads(file('template.pcap'))).toEqual([withTemplate]);
    const size = file('raw-data.pcap').length;
    expect(state).toMatchObject({ recording: 7, site: 11, collector: 'c1', state: 'running' });
    expect(state!.records).toContainEqual({
      exporter: '127.1.0.1',
      device: 21,
      kind: 'raw-data',
      firstMs: atMs,
      lastMs: atMs + 1,
      bytesByDay: { '2026-11-20': size - 24 },
      totalBytes: size,
    });
  });

  it('contains the decoded flows', async () => {
    const recorder = aRecorder();
    recorder.setRecordings([aRecording()]);
    recorder.recordDatagram(place, received(withTemplate, atMs));
    recorder.recordRows(rowsOf(withTemplate, dataOnly));
    await recorder.flush(atMs);
    const rows = rowsIn(join(directory, '7', 'c1-r1', '127.1.0.1-raw-flow.flows'));
    expect(rows).toHaveLength(2);
    expect(Object.fromEntries(rows[0]!)).toMatchObject({
      received: new Date(atMs).toISOString(),
      source: '10.11.0.1',
      destination: '10.12.0.2',
      bytes: 1_500,
      packets: 3,
    });
  });

  it('contains the flows received since its first datagram, not those that waited with them in a message', async () => {
    const recorder = aRecorder();
    recorder.setRecordings([aRecording()]);
    recorder.recordDatagram(place, received(dataOnly, atMs + 2));
    recorder.recordRows(messageOf([withTemplate, dataOnly, dataOnly, dataOnly], undefined, [0, 1, 2, 3]));
    const [state] = await recorder.flush(atMs + 4);
    const rows = rowsIn(join(directory, '7', 'c1-r1', '127.1.0.1-raw-flow.flows'));
    expect(rows.map((row) => row.get('received'))).toEqual(
      [2, 3].map((ms) => new Date(atMs + ms).toISOString()),
    );
    const flows = state!.records.find(({ kind }) => kind === 'raw-flow');
    expect(flows).toMatchObject({ firstMs: atMs + 2, lastMs: atMs + 3 });
  });

  it('contains the flows of its site but no datagrams of an exporter shared with other customers', async () => {
    const inventory = anExporterInventory();
    const rule = { device: 21, interface: undefined, vpn: 100, vrf: undefined, customer: 9, site: 99 };
    const collection = { networks: new Map(), repeating: new Set<number>(), rules: [rule] };
    const known = { ...aCollectorConfig(), inventory: { ...inventory, collection } };
    const fields = [...commonFields, { id: 234, length: 4 }];
    const [own, other] = [0, 100].map((vpn) => [...record, encodeU32(vpn)]);
    const both = netflowV9({}, templateV9(301, fields), dataSet(301, own!, other!));
    const recorder = aRecorder();
    recorder.setRecordings([aRecording(), aRecording({ id: 8, site: 99 })]);
    recorder.recordDatagram(
      { ...place, exporter: { ...place.exporter, shared: true } },
      received(both, atMs),
    );
    recorder.recordRows(messageOf([both], known));
    await recorder.flush(atMs);
    const sites = ['7', '8'].map((id) => {
      const folder = join(directory, id, 'c1-r1');
      expect(readdirSync(folder)).toEqual(['127.1.0.1-raw-flow.flows']);
      const rows = rowsIn(join(folder, '127.1.0.1-raw-flow.flows'));
      return rows.map((row) => [row.get('customer'), row.get('site')]);
    });
    expect(sites).toEqual([[[3, 11]], [[9, 99]]]);
  });

  it.each<[string, Partial<Recording>, number, { room?: () => number }]>([
    ['duration', { endsMs: atMs + 10 }, atMs + 20, {}],
    ['size', { maxBytes: 200 }, atMs, {}],
    ['disk', {}, atMs, { room: () => 0 }],
  ])('stops by itself for its %s, and does not begin again', async (reason, change, nowMs, options) => {
    const recorder = aRecorder(options);
    recorder.setRecordings([aRecording(change)]);
    for (let count = 0; count < 5; count += 1) recorder.recordDatagram(place, received(dataOnly, nowMs));
    const states = await recorder.flush(nowMs);
    expect(states).toMatchObject([{ state: 'stopped', reason }]);
    expect(recorder.isActive).toBe(false);
    recorder.setRecordings([aRecording(change)]);
    expect(recorder.isActive).toBe(false);
    expect(await recorder.flush(nowMs)).toEqual([]);
  });

  it('exceeds its size by at most one datagram', async () => {
    const recorder = aRecorder();
    recorder.setRecordings([aRecording({ maxBytes: 1_000 })]);
    for (let count = 0; count < 50; count += 1) recorder.recordDatagram(place, received(dataOnly, atMs));
    await recorder.flush(atMs);
    expect(file('raw-data.pcap').length).toBeLessThan(1_000 + dataOnly.length + 44 + 1);
  });

  it('stops when it is no longer requested', async () => {
    const recorder = aRecorder();
    recorder.setRecordings([aRecording()]);
    recorder.recordDatagram(place, received(dataOnly, atMs));
    recorder.setRecordings([]);
    recorder.recordDatagram(place, received(dataOnly, atMs));
    expect(await recorder.flush(atMs)).toMatchObject([{ state: 'stopped', reason: 'requested' }]);
    expect(payloads(file('raw-data.pcap'))).toHaveLength(1);
  });

  it('that is stopped while its files are written leaves none of them open', async () => {
    const recorder = aRecorder();
    recorder.setRecordings([aRecording()]);
    recorder.recordDatagram(place, received(withTemplate, atMs));
    const flushed = [recorder.flush(atMs), recorder.flush(atMs)];
    recorder.setRecordings([]);
    await Promise.all(flushed);
    expect(await recorder.flush(atMs)).toMatchObject([{ state: 'stopped' }]);
    expect(openFiles()).toEqual([]);
  });

  it('stops where the disk takes nothing, and harms nothing else', async () => {
    writeFileSync(join(directory, '7'), 'a file where the folder should be');
    const recorder = aRecorder();
    recorder.setRecordings([aRecording(), aRecording({ id: 8 })]);
    recorder.recordDatagram(place, received(withTemplate, atMs));
    const states = await recorder.flush(atMs);
    expect(states.map(({ recording, reason }) => [recording, reason])).toEqual([
      [7, 'disk'],
      [8, undefined],
    ]);
  });

  it('stops when the disk is slower than the flows, before they fill the memory', () => {
    const recorder = aRecorder({ maxWaitingBytes: 1_000_000 });
    recorder.setRecordings([aRecording({ maxBytes: 10e9 })]);
    const datagram = new Uint8Array(65_000);
    for (let count = 0; count < 40; count += 1) recorder.recordDatagram(place, received(datagram, atMs));
    expect(recorder.bytes).toBeGreaterThan(1_000_000);
    expect(recorder.bytes).toBeLessThan(1_100_000);
  });

  it('of agents, which are no devices, names each by the address of its own site', async () => {
    const recorder = aRecorder();
    recorder.setRecordings([aRecording(), aRecording({ id: 8, site: 12 })]);
    const agent = (site: number, address: string) =>
      recorder.recordDatagram({ site, exporter: { address, device: 0 } }, received(dataOnly, atMs));
    agent(11, '192.0.2.1');
    agent(12, '198.51.100.9');
    const rows = rowsOf(withTemplate, dataOnly);
    // The rows of an agent have no device.
    const ofAgent = Uint8Array.from(rows.bytes);
    new DataView(ofAgent.buffer).setUint32(8, 0, true);
    recorder.recordRows({ ...rows, bytes: ofAgent });
    await recorder.flush(atMs);
    expect(readdirSync(join(directory, '7', 'c1-r1')).sort()).toEqual([
      '192.0.2.1-raw-data.pcap',
      '192.0.2.1-raw-flow.flows',
    ]);
  });

  it('that reached a limit before a restart stays stopped', () => {
    const recorder = aRecorder({ ended: [7] });
    recorder.setRecordings([aRecording()]);
    expect(recorder.isActive).toBe(false);
  });
});

describe('the folder of recordings', () => {
  it('is pruned by age and reports its size', async () => {
    const recorder = aRecorder();
    recorder.setRecordings([aRecording()]);
    recorder.recordDatagram(place, received(withTemplate, atMs));
    await recorder.flush(atMs);
    await recorder.close();
    const old = join(directory, '7', 'c1-r1', '127.1.0.1-template.pcap');
    utimesSync(old, 1_000, 1_000);
    const use = await pruneFolder(directory, 2_000_000);
    const bytes = file('raw-data.pcap').length;
    expect(use).toMatchObject({ usedBytes: bytes, oldest: { recording: 7, bytes } });
    expect(existsSync(old)).toBe(false);
    expect(readdirSync(join(directory, '7', 'c1-r1'))).toEqual(['127.1.0.1-raw-data.pcap']);
    expect((await pruneFolder(join(directory, 'missing'), 0)).usedBytes).toBe(0);
    const report = folderReport(use, { collector: 'c1', at: atMs, maxBytes: 1e9, keepMs: 1_000 });
    expect(report.next).toMatchObject({ recording: 7, bytes, at: use.oldest!.changedMs + 1_000 });
    // All of a recording is old: its folder goes with it.
    expect((await pruneFolder(directory, Date.now() + 60_000)).oldest).toBe(undefined);
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe('a datagram with templates', () => {
  it.each([
    ['NetFlow v9', withTemplate, true],
    ['NetFlow v9 of data alone', dataOnly, false],
    ['IPFIX', ipfix({}, templateIpfix(300, commonFields)), true],
    ['IPFIX of data alone', ipfix({}, dataSet(300, record)), false],
    ['no bytes', new Uint8Array(), false],
    ['a set of no length', Buffer.concat([netflowV9({}), Buffer.from([1, 44, 0, 0])]), false],
  ])('%s is detected', (_, datagram, expected) => {
    expect(hasTemplate(datagram)).toBe(expected);
  });
});
