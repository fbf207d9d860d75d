import { cpuSecondsOf } from '../harness/process-cpu.ts';
import { residentMib } from '../harness/process-memory.ts';
import type { BenchResult } from '../harness/result.ts';
import { waitFor } from '../live/server.ts';
import { DEVICES, openSdwanStage, serverRow, TUNNELS_PER_DEVICE, type SdwanStage } from './stage.ts';

const PATIENCE_MS = 180_000;
const ROUNDS = 3;
const INTERVAL_S = 300;

/** Requests a synchronisation as a user does; returns how long it took with the wait for its turn, at most a second. */
async function synchronised({ db }: SdwanStage): Promise<number> {
  const fromMs = performance.now();
  await db.updateTable('sdwan_server').set({ synchronise_state: 'requested' }).execute();
  await waitFor(
    'the synchronisation',
    async () => ['done', 'failed'].includes((await serverRow(db)).synchronise_state),
    PATIENCE_MS,
  );
  const tookMs = performance.now() - fromMs;
  const { synchronise_state: state, synchronise_fault: fault } = await serverRow(db);
  if (state !== 'done') throw new Error(`the synchronisation failed: ${fault?.code ?? 'no reason'}`);
  const { proposals } = await db
    .selectFrom('sdwan_proposal')
    .select((is) => is.fn.countAll<string>().as('proposals'))
    .executeTakeFirstOrThrow();
  const expected = DEVICES * (1 + TUNNELS_PER_DEVICE);
  if (Number(proposals) < expected) throw new Error(`${proposals} proposals instead of ${String(expected)}`);
  return tookMs / 1_000;
}

async function measure(stage: SdwanStage): Promise<readonly BenchResult[]> {
  const child = stage.connect(INTERVAL_S);
  const pid = child.pid ?? 0;
  const seconds: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = round === 0 ? 0 : cpuSecondsOf(pid);
    seconds.push(await synchronised(stage));
    cpu.push(cpuSecondsOf(pid) - before);
  }
  const name = `synchronise ${String(DEVICES)} SD-WAN devices with ${String(TUNNELS_PER_DEVICE)} tunnels each`;
  const of = (what: string, samples: readonly number[], unit: string): BenchResult => ({
    name: `${name}: ${what}`,
    unit,
    samples,
    value: Math.max(...samples),
  });
  return [
    of('with the start of the process, at most', seconds, 's'),
    of('again', seconds.slice(1), 's'),
    of('CPU', cpu.slice(1), 'CPU-s'),
    of('memory at most', [residentMib(pid, 'VmHWM')], 'MiB'),
  ];
}

async function run(): Promise<readonly BenchResult[]> {
  const stage = await openSdwanStage(false);
  try {
    return await measure(stage);
  } finally {
    await stage.close();
  }
}

/** How long a manager with 2,000 devices takes to become proposals of an empty inventory. */
export const sdwanSyncBench = { name: 'sdwan-sync', run };
