import { sendPackets } from './sender.ts';

const PACKETS = 100_000;
/** Low enough that no collector loses a datagram on two cores shared with the sender. */
const PER_SECOND = 12_000;
const REPETITIONS = 3;
const SETTLE_MS = 2_500;

export const wait = (durationMs: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });

/** A running collector that listens on a port of 127.0.0.1. */
export interface RunningCollector {
  readonly name: string;
  readonly port: number;
  /** CPU-seconds used so far, including children. */
  readonly cpuSeconds: () => number;
  /** Stops it and returns the total number of records received. */
  readonly stop: () => Promise<number>;
}

/** Records per CPU-second of each repetition, and the records sent and received in total. */
export interface CollectorMeasurement {
  readonly name: string;
  readonly samples: readonly number[];
  readonly sent: number;
  readonly arrived: number;
}

async function measureOnce({
  port,
  cpuSeconds,
}: RunningCollector): Promise<{ records: number; perCpuSecond: number }> {
  const before = cpuSeconds();
  const { records } = await sendPackets(port, { packets: PACKETS, perSecond: PER_SECOND });
  await wait(SETTLE_MS);
  return { records, perCpuSecond: records / (cpuSeconds() - before) };
}

/**
 * Sends the same datagrams to each collector several times, interleaved, so that other load on the machine affects all
 * of them. Lost records do not count: a collector that loses has less to do. Stops the collectors.
 */
export async function measureInterleaved(
  collectors: readonly RunningCollector[],
): Promise<readonly CollectorMeasurement[]> {
  await wait(SETTLE_MS);
  const turns = collectors.map((collector) => ({ collector, sent: 0, samples: [] as number[] }));
  // The first round is a warm-up: code is compiled and memory allocated.
  for (const one of turns) one.sent += (await measureOnce(one.collector)).records;
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1)
    for (const one of turns) {
      const { records, perCpuSecond } = await measureOnce(one.collector);
      one.sent += records;
      one.samples.push(perCpuSecond);
    }
  const measured: CollectorMeasurement[] = [];
  for (const { collector, sent, samples } of turns) {
    const arrived = await collector.stop();
    const share = arrived / sent;
    measured.push({ name: collector.name, samples: samples.map((sample) => sample * share), sent, arrived });
  }
  return measured;
}
