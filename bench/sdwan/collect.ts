import { openBus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { streams } from '#schemas/bus/stream.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import { samples as samplesTable } from '#schemas/table/samples.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { tunnelName } from '#demo/sdwan/vmanage-rows.ts';
import { benchSecrets } from '../harness/bench-secrets.ts';
import { cpuSecondsOf } from '../harness/process-cpu.ts';
import { residentMib } from '../harness/process-memory.ts';
import type { BenchResult } from '../harness/result.ts';
import { waitFor } from '../live/server.ts';
import { DEVICES, openSdwanStage, serverRow, TUNNELS_PER_DEVICE, type SdwanStage } from './stage.ts';
import { wideOverlay } from './wide-overlay.ts';

/** Interval of the specified figure. */
const INTERVAL_S = 300;
/** The measurement collects ten times as often: each collection reads the last half hour, whatever the interval. */
const BENCH_INTERVAL_S = 30;
const COLLECTIONS = 4;
const PATIENCE_MS = 120_000;

/** The overlay of the manager as an inventory. */
function network() {
  const { devices, tunnels } = wideOverlay(DEVICES, TUNNELS_PER_DEVICE);
  const byDevice = Map.groupBy(tunnels, ({ from }) => from.index);
  const sites = devices.map(({ index, name, site, systemIp, latitude, longitude }) => ({
    name: site,
    city: 'Lyon',
    latitude,
    longitude,
    devices: [
      {
        name,
        address: systemIp,
        interfaces: [],
        components: (byDevice.get(index) ?? []).map((tunnel) => ({
          kind: 'tunnel',
          name: tunnelName(tunnel),
          source: 'vmanage',
        })),
      },
    ],
  }));
  return NetworkFile.parse({ customers: [{ clientId: 'bench', name: 'Bench', sites }] });
}

/** Resolves with the next collection that has begun and ended. */
async function untilCollected({ db }: SdwanStage, after: Date | null): Promise<Date> {
  await waitFor(
    'a collection',
    async () => {
      await systemClock.wait(100);
      const { collected_at: at } = await serverRow(db);
      return at !== null && at.getTime() !== after?.getTime();
    },
    PATIENCE_MS,
  );
  const { collected_at: at, connectivity_fault: fault } = await serverRow(db);
  if (fault !== null || at === null) throw new Error(`the collection failed: ${fault?.code ?? 'no time'}`);
  return at;
}

async function measure(stage: SdwanStage): Promise<readonly BenchResult[]> {
  await importNetwork({ db: stage.db, secrets: benchSecrets }, network(), { dryRun: false });
  const bus = await openBus(stage.natsUrl, 'bench');
  const ending = new AbortController();
  let bytes = 0;
  bus.subscribe(streams.samples.subjects[0], ({ data }) => void (bytes += data.length), {
    signal: ending.signal,
  });
  await bus.flush();
  const child = stage.connect(BENCH_INTERVAL_S);
  const pid = child.pid ?? 0;
  let last = await untilCollected(stage, null);
  // The rows of the first collection are published after its time is stored.
  const first = DEVICES * TUNNELS_PER_DEVICE;
  const published = (): number => bytes / layoutOf(samplesTable).rowBytes;
  await waitFor('the samples of every tunnel', () => published() >= first, PATIENCE_MS);
  // With the start of the process, and the only one that publishes: no new values are due within the measurement.
  const costs: number[] = [cpuSecondsOf(pid)];
  for (let count = 0; count < COLLECTIONS; count += 1) {
    const before = cpuSecondsOf(pid);
    last = await untilCollected(stage, last);
    costs.push(cpuSecondsOf(pid) - before);
  }
  ending.abort();
  await bus.close();
  const share = costs.map((seconds) => (100 * seconds) / INTERVAL_S);
  const name = `collect ${String(DEVICES)} SD-WAN devices × ${String(TUNNELS_PER_DEVICE)} tunnels every 5 min`;
  const of = (what: string, all: readonly number[], unit: string): BenchResult => ({
    name: `${name}: ${what}`,
    unit,
    samples: all,
    value: Math.max(...all),
  });
  return [
    of('at most', share, '% of a core'),
    of('the first collection, with the start of the process', costs.slice(0, 1), 'CPU-s'),
    of('another one, at most', costs.slice(1), 'CPU-s'),
    of('rows of samples', [published()], 'rows'),
    of('memory at most', [residentMib(pid, 'VmHWM')], 'MiB'),
  ];
}

async function run(): Promise<readonly BenchResult[]> {
  const stage = await openSdwanStage(true);
  try {
    return await measure(stage);
  } finally {
    await stage.close();
  }
}

/** CPU cost of collecting tunnels from a manager, with what the process costs between two collections. */
export const sdwanCollectBench = { name: 'sdwan-collect', run };
