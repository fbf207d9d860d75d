import { prepareStores } from './harness/network-under-test.ts';
import { decodeRate } from './flow-decode/in-process.ts';
import { measureInterleaved, type CollectorMeasurement } from './flow-decode/interleaved.ts';
import { startCollector } from './flow-decode/over-udp.ts';
import { loadsOf, type Load } from './flow-decode/packets.ts';
import { nfacctd, nfacctdFromCapture, nfcapd, startPeer } from './flow-decode/peers.ts';
import { publishRate } from './flow-decode/publishing.ts';
import type { BenchResult } from './harness/result.ts';
import { startStores } from './harness/embedded-stores.ts';

const PACKETS = 2_000;
const REPEATS = 3;
const UNIT = 'records/CPU-s';
const PEER_PORT = 29_995;
const NAME = 'NetFlow v9 UDP to stream';

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const result = (name: string, samples: readonly number[]): BenchResult => ({
  name: `flow-decode ${name}`,
  value: median(samples),
  unit: UNIT,
  samples,
});

const inProcess = (load: Load): BenchResult =>
  result(
    `${load.name} decode and encode`,
    Array.from({ length: REPEATS }, () => decodeRate(load)),
  );

async function published(natsUrl: string, loads: readonly Load[]): Promise<readonly BenchResult[]> {
  const results: BenchResult[] = [];
  for (const load of loads) {
    const samples: number[] = [];
    for (let repeat = 0; repeat < REPEATS; repeat += 1) samples.push(await publishRate(natsUrl, load));
    results.push(result(`${load.name} decode, encode and publish`, samples));
  }
  return results;
}

const lossOf = ({ name, sent, arrived }: CollectorMeasurement): BenchResult => {
  const share = (100 * (sent - arrived)) / sent;
  return { name: `  lost by ${name}`, value: share, unit: '%', samples: [share] };
};

const compared = (own: BenchResult, theirs: CollectorMeasurement): readonly BenchResult[] => {
  const peerValue = median(theirs.samples);
  const ratio = own.value / peerValue;
  return [{ ...own, name: `${own.name} compared`, peer: theirs.name, peerValue, ratio }, lossOf(theirs)];
};

/** Our collector compared with collectors written in C, interleaved, over the same datagrams. */
async function overUdp(env: Readonly<Record<string, string>>): Promise<readonly BenchResult[]> {
  const listening = [await startCollector(env)];
  for (const [at, peer] of [nfcapd, nfacctd].entries()) {
    const started = await startPeer(peer, PEER_PORT + at);
    if (started === undefined) console.log(`${peer.command} is not installed, skipping ${peer.name}`);
    else listening.push(started);
  }
  const [ours, ...theirs] = await measureInterleaved(listening);
  if (ours === undefined) return [];
  const own = result(NAME, ours.samples);
  return [own, lossOf(ours), ...theirs.flatMap((one) => compared(own, one))];
}

/** nfacctd from a capture file compared with our decoder in process: neither uses a socket. */
async function withoutSocket(ours: BenchResult | undefined): Promise<readonly BenchResult[]> {
  const theirs = await nfacctdFromCapture();
  return ours === undefined || theirs === undefined ? [] : compared(ours, theirs);
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  try {
    await prepareStores(stores.endpoints);
    const { DATABASE_URL, NATS_URL } = stores.endpoints;
    const loads = loadsOf(PACKETS);
    const direct = await published(NATS_URL, loads);
    return [
      ...loads.map(inProcess),
      ...direct,
      ...(await withoutSocket(direct[0])),
      ...(await overUdp({ DATABASE_URL, NATS_URL })),
    ];
  } finally {
    await stores.close();
  }
}

/**
 * Records decoded and encoded per CPU-second; over UDP also the whole collector compared with collectors written in C.
 */
export const flowDecode = { name: 'flow-decode', run };
