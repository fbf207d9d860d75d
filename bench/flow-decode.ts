import { prepareStores } from './a-network.ts';
import { decodeRate } from './flow-decode/in-process.ts';
import { ourCollector } from './flow-decode/over-udp.ts';
import type { Measured } from './flow-decode/over-udp.ts';
import { loadsOf } from './flow-decode/packets.ts';
import type { Load } from './flow-decode/packets.ts';
import { measurePeer, nfacctd, nfacctdFromCapture, nfcapd } from './flow-decode/peers.ts';
import { publishRate } from './flow-decode/publishing.ts';
import type { BenchResult } from './result.ts';
import { startStores } from './writer-stores.ts';

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

const lost = (name: string, { sent, arrived }: Measured): BenchResult => {
  const share = (100 * (sent - arrived)) / sent;
  return { name: `  not arrived at ${name}`, value: share, unit: '%', samples: [share] };
};

/** Our collector beside those written in C, one after the other, over the same datagrams. */
async function overUdp(env: Readonly<Record<string, string>>): Promise<readonly BenchResult[]> {
  const ours = await ourCollector(env);
  const own = result(NAME, ours.samples);
  const results: BenchResult[] = [own, lost('ours', ours)];
  for (const [at, peer] of [nfcapd, nfacctd].entries()) {
    const theirs = await measurePeer(peer, PEER_PORT + at);
    if (theirs === undefined) {
      console.log(`${peer.command} is not installed: no figure of ${peer.name}`);
      continue;
    }
    const peerValue = median(theirs.samples);
    results.push(
      { ...own, name: `${own.name} beside`, peer: peer.name, peerValue, ratio: own.value / peerValue },
      lost(peer.name, theirs),
    );
  }
  return results;
}

/** nfacctd without a socket, beside ours without one: what both do with the same datagrams once they have them. */
async function withoutSocket(ours: BenchResult | undefined): Promise<readonly BenchResult[]> {
  const theirs = await nfacctdFromCapture();
  if (ours === undefined || theirs === undefined) return [];
  const peer = `${nfacctd.name} from a capture file`;
  const peerValue = median(theirs.samples);
  return [
    { ...ours, name: `${ours.name} beside`, peer, peerValue, ratio: ours.value / peerValue },
    lost(peer, theirs),
  ];
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

/** Records that one CPU-second decodes and encodes, and, over UDP with everything, beside collectors written in C. */
export const flowDecode = { name: 'flow-decode', run };
