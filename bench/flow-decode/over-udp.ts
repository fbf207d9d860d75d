import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpuSecondsOf } from '../process-cpu.ts';
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

/** Records for a CPU-second of a collector in each repetition, and how many of those sent it had in the end. */
export interface Measured {
  readonly samples: readonly number[];
  readonly sent: number;
  readonly arrived: number;
}

/** Sends the same datagrams to a port several times. `cpu` answers the CPU-seconds of the collector with its children so far. */
export async function measureOnPort(
  port: number,
  cpu: () => number,
): Promise<Pick<Measured, 'samples' | 'sent'>> {
  const samples: number[] = [];
  let sent = 0;
  await wait(SETTLE_MS);
  for (let round = 0; round < REPETITIONS; round += 1) {
    const before = cpu();
    const { records } = await sendPackets(port, { packets: PACKETS, perSecond: PER_SECOND });
    await wait(SETTLE_MS);
    samples.push(records / (cpu() - before));
    sent += records;
  }
  return { samples, sent };
}

async function publishedRows(healthPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${String(healthPort)}/metrics`)).text();
  return Number(/^telltale_collector_published_rows_total\{stream="flows"\} (\d+)/m.exec(text)?.[1] ?? 0);
}

/** Our collector process, with a real nats-server behind it; `env` names the stores. What the stream has stored has arrived. */
export async function ourCollector(env: Readonly<Record<string, string>>): Promise<Measured> {
  const main = new URL('../../ingest/flow/main.ts', import.meta.url);
  const child = fork(main, [], {
    env: {
      ...process.env,
      LOG_LEVEL: 'error',
      HEALTH_PORT: '0',
      NETFLOW_PORT: '0',
      IPFIX_PORT: '0',
      SFLOW_PORT: '0',
      ...env,
    },
  });
  const told = await new Promise<{ port: number; healthPort: number }>((resolve) => {
    let port = 0;
    child.on('message', (message: { kind: string; ports?: number[]; healthPort?: number }) => {
      if (message.kind === 'ports') port = message.ports?.[0] ?? 0;
      if (message.kind === 'started') resolve({ port, healthPort: message.healthPort ?? 0 });
    });
  });
  try {
    const measured = await measureOnPort(told.port, () => cpuSecondsOf(child.pid ?? 0));
    return { ...measured, arrived: await publishedRows(told.healthPort) };
  } finally {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  }
}
