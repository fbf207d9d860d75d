import { prepareStores } from './a-network.ts';
import { decodeRate } from './flow-decode/in-process.ts';
import { nfcapd, ourCollector } from './flow-decode/over-udp.ts';
import { packetsOf, templates } from './flow-decode/packets.ts';
import type { BenchResult } from './result.ts';
import { startStores } from './writer-stores.ts';

const PACKETS = 2_000;
const REPEATS = 3;
const UNIT = 'records/CPU-s';
const PEER_PORT = 29_995;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

function inProcess(name: string, first: readonly Buffer[], packets: readonly Buffer[]): BenchResult {
  const samples = Array.from({ length: REPEATS }, () => decodeRate(first, packets));
  return { name: `flow-decode ${name}`, value: median(samples), unit: UNIT, samples };
}

async function overUdp(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  try {
    await prepareStores(stores.endpoints);
    const { DATABASE_URL, NATS_URL } = stores.endpoints;
    const ours = await ourCollector({ DATABASE_URL, NATS_URL });
    const measured = {
      name: 'flow-decode NetFlow v9 UDP to stream',
      value: ours,
      unit: UNIT,
      samples: [ours],
    };
    const peerValue = await nfcapd(PEER_PORT);
    return peerValue === undefined
      ? [measured]
      : [{ ...measured, peer: 'nfcapd (nfdump)', peerValue, ratio: ours / peerValue }];
  } finally {
    await stores.close();
  }
}

async function run(): Promise<readonly BenchResult[]> {
  return [
    inProcess('NetFlow v9 decode and encode', [templates.v9()], packetsOf.v9(PACKETS)),
    inProcess('IPFIX decode and encode', [templates.ipfix()], packetsOf.ipfix(PACKETS)),
    inProcess('NetFlow v5 decode and encode', [], packetsOf.v5(PACKETS)),
    ...(await overUdp()),
  ];
}

/** Records that one CPU-second decodes and encodes, and, over UDP with everything, beside a collector written in C. */
export const flowDecode = { name: 'flow-decode', run };
