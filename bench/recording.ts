import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Collector } from '#ingest/flow/collector.ts';
import { collectorMetrics } from '#ingest/flow/collector-metrics.ts';
import { Recorder } from '#ingest/flow/recording/recorder.ts';
import { rowPublisher } from '#ingest/flow/rows/row-publisher.ts';
import { RowSink } from '#ingest/flow/rows/row-sink.ts';
import { Spool } from '#ingest/flow/rows/spool.ts';
import { openBus, type Bus } from '#platform/bus/bus.ts';
import { silentLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { streams, subjectOf } from '#schemas/bus/stream.ts';
import { flows } from '#schemas/table/flows.ts';
import { aCollectorConfig } from '#tests/fixtures/flow/a-collector.ts';
import { packetsOf, RECORDS, templates } from './flow-decode/packets.ts';
import { startStores } from './harness/embedded-stores.ts';
import { prepareStores } from './harness/network-under-test.ts';
import type { BenchResult } from './harness/result.ts';

const EXPORTER = '127.0.0.1';
const SITE = 11;
const DEVICE = 21;
const RATE = 50_000;
const SECONDS = 6;
const REPEATS = 5;
/** Datagrams arrive in steps of this length, as from a busy socket. */
const STEP_MS = 10;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** A recorder of the site that the exporter belongs to; it writes to the disk of temporary files. */
function aRecorder(directory: string): Recorder {
  const recorder = new Recorder({ directory, collector: 'bench', run: 'r', room: () => 1e12 });
  const now = Date.now();
  recorder.setRecordings([{ id: 1, site: SITE, startedMs: now, endsMs: now + 3_600_000, maxBytes: 1e12 }]);
  return recorder;
}

/** The part of a core that receiving, decoding and publishing 50,000 flows a second takes, with or without a recording. */
async function shareOfCore(bus: Bus, packets: readonly Buffer[], recorder?: Recorder): Promise<number> {
  const { signal } = new AbortController();
  const needs = {
    publisher: bus.publisher(256),
    log: silentLog,
    metrics: collectorMetrics(openMetrics()),
    spool: new Spool(),
  };
  const rows = rowPublisher(needs, { stream: 'flows', table: flows }, signal);
  const sink = new RowSink((message) => {
    recorder?.recordRows(message);
    rows.publish(0, message);
  });
  const collector = new Collector(aCollectorConfig(EXPORTER), [sink]);
  const place = { site: SITE, exporter: { address: EXPORTER, device: DEVICE } };
  const receive = (payload: Buffer): void => {
    const atMs = Date.now();
    collector.receive(payload, { address: EXPORTER, port: 50_000 }, atMs);
    recorder?.recordDatagram(place, { payload, senderPort: 50_000, port: 2_055, atMs });
  };
  receive(templates.v9());
  const [started, before] = [performance.now(), process.cpuUsage()];
  let sent = 0;
  for (let flushed = 0; performance.now() - started < SECONDS * 1_000;) {
    const due = ((performance.now() - started) / 1_000) * (RATE / RECORDS);
    for (; sent < due; sent += 1) receive(packets[sent % packets.length] as Buffer);
    const second = Math.floor((performance.now() - started) / 1_000);
    if (second > flushed) {
      flushed = second;
      sink.flush();
      void recorder?.flush(Date.now());
    }
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  await recorder?.flush(Date.now());
  const { user, system } = process.cpuUsage(before);
  const share = (100 * (user + system)) / 1e3 / (performance.now() - started);
  sink.flush();
  await rows.drained();
  const seq = Number.MAX_SAFE_INTEGER;
  await bus.purgeUpTo({ stream: streams.flows.name, subject: subjectOf('flows', 0), seq });
  return share;
}

async function measure(natsUrl: string): Promise<readonly BenchResult[]> {
  const bus = await openBus(natsUrl, 'bench');
  const packets = packetsOf.v9(2_000);
  const directory = mkdtempSync(join(tmpdir(), 'telltale-bench-recording-'));
  const without: number[] = [];
  const recorded: number[] = [];
  try {
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      without.push(await shareOfCore(bus, packets));
      const recorder = aRecorder(join(directory, String(repeat)));
      recorded.push(await shareOfCore(bus, packets, recorder));
      await recorder.close();
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
    await bus.close();
  }
  const unit = '% of a core';
  const added = recorded.map((share, at) => share - (without[at] ?? 0));
  return [
    { name: 'recording off, 50,000 flows/s', value: median(without), unit, samples: without },
    { name: 'recording on, 50,000 flows/s', value: median(recorded), unit, samples: recorded },
    { name: '  added by the recording', value: median(added), unit, samples: added },
  ];
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  try {
    await prepareStores(stores.endpoints);
    return await measure(stores.endpoints.NATS_URL);
  } finally {
    await stores.close();
  }
}

/** What a debug recording of everything that an exporter sends costs the collector at 50,000 flows a second. */
export const recordingBench = { name: 'recording', run };
