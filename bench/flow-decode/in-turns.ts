import { sendPackets } from './sender.ts';

const PACKETS = 100_000;
/** Low enough that none of the collectors loses a datagram on two cores shared with the sender. */
const PER_SECOND = 12_000;
const REPETITIONS = 3;
const SETTLE_MS = 2_500;

export const wait = (durationMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });

/** A collector that listens on a port of 127.0.0.1. */
export interface Listening {
  readonly name: string;
  readonly port: number;
  /** CPU-seconds that it has used so far, with its children. */
  readonly cpuSeconds: () => number;
  /** Ends it; answers the records that it got in all. */
  readonly end: () => Promise<number>;
}

/** Records for a CPU-second of a collector in each repetition, and how many of those sent it had in the end. */
export interface Measured {
  readonly name: string;
  readonly samples: readonly number[];
  readonly sent: number;
  readonly arrived: number;
}

async function turn({ port, cpuSeconds }: Listening): Promise<{ records: number; perCpuSecond: number }> {
  const before = cpuSeconds();
  const { records } = await sendPackets(port, { packets: PACKETS, perSecond: PER_SECOND });
  await wait(SETTLE_MS);
  return { records, perCpuSecond: records / (cpuSeconds() - before) };
}

/**
 * Sends the same datagrams to each of the collectors several times, in turns: what else the machine does falls upon all of them.
 * Records that did not arrive do not count: a collector that loses has less to do. Ends them.
 */
export async function measureInTurns(collectors: readonly Listening[]): Promise<readonly Measured[]> {
  await wait(SETTLE_MS);
  const turns = collectors.map((collector) => ({ collector, sent: 0, samples: [] as number[] }));
  // In the first turn code is compiled and memory taken for the first time: it is no sample of what runs for months.
  for (const one of turns) one.sent += (await turn(one.collector)).records;
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1)
    for (const one of turns) {
      const { records, perCpuSecond } = await turn(one.collector);
      one.sent += records;
      one.samples.push(perCpuSecond);
    }
  const measured: Measured[] = [];
  for (const { collector, sent, samples } of turns) {
    const arrived = await collector.end();
    const share = arrived / sent;
    measured.push({ name: collector.name, samples: samples.map((sample) => sample * share), sent, arrived });
  }
  return measured;
}
