import { prepareStores } from './harness/network-under-test.ts';
import { decodeRate } from './flow-decode/in-process.ts';
import { measureInTurns } from './flow-decode/in-turns.ts';
import type { Measured } from './flow-decode/in-turns.ts';
import { ourCollector } from './flow-decode/over-udp.ts';
import { loadsOf } from './flow-decode/packets.ts';
import type { Load } from './flow-decode/packets.ts';
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

const lost = ({ name, sent, arrived }: Measured): BenchResult => {
  const share = (100 * (sent - arrived)) / sent;
  return { name: `  not arrived at ${name}`, value: share, unit: '%', samples: [share] };
};

const beside = (own: BenchResult, theirs: Measured): readonly BenchResult[] => {
  const peerValue = median(theirs.samples);
  const ratio = own.value / peerValue;
  return [{ ...own, name: `${own.name} beside`, peer: theirs.name, peerValue, ratio }, lost(theirs)];
};

/** Our collector beside those written in C, in turns, over the same datagrams. */
async function overUdp(env: Readonly<Record<string, string>>): Promise<readonly BenchResult[]> {
  const listening = [await ourCollector(env)];
  for (const [at, peer] of [nfcapd, nfacctd].entries()) {
    const started = await startPeer(peer, PEER_PORT + at);
    if (started === undefined) console.log(`${peer.command} is not installed: no figure of ${peer.name}`);
    else listening.push(started);
  }
  const [ours, ...theirs] = await measureInTurns(listening);
  if (ours === undefined) return [];
  const own = result(NAME, ours.samples);
  return [own, lost(ours), ...theirs.flatMap((one) => beside(own, one))];
}

/** nfacctd without a socket, beside ours without one: what both do with the same datagrams once they have them. */
async function withoutSocket(ours: BenchResult | undefined): Promise<readonly BenchResult[]> {
  const theirs = await nfacctdFromCapture();
  return ours === undefined || theirs === undefined ? [] : beside(ours, theirs);
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
