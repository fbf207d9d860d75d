import { spawnSync, type ChildProcess } from 'node:child_process';
import type { Bus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { BenchResult } from '../harness/result.ts';
import { startProcess, stopProcess } from '../harness/embedded-stores.ts';
import { cpuSecondsOf } from '../harness/process-cpu.ts';
import { allPolled, pollsOf } from './polled.ts';

/** Poll interval of the promise; the figure is scaled to it. */
const PROMISED_INTERVAL_S = 300;
const MEASURED_MS = 12_000;
/** Fewer of the polls that were due: they come late. */
const IN_TIME = 0.98;

/** Keeps a process with all its threads, and what it starts from then on, on one core (util-linux). */
export function pin(pid: number | undefined, core: 0 | 1): void {
  const { status } = spawnSync('taskset', ['-a', '-c', '-p', String(core), String(pid)]);
  if (status !== 0) throw new Error(`process ${String(pid)} could not be kept on core ${String(core)}`);
}

interface Load {
  readonly bus: Bus;
  readonly devices: number;
  readonly agents: ChildProcess;
  readonly env: Readonly<Record<string, string>>;
}

interface Step {
  readonly intervalS: number;
  /** Share of the polls due that were made. */
  readonly made: number;
  /** Cores used by each. */
  readonly poller: number;
  readonly agents: number;
}

async function step({ bus, devices, agents, env }: Load, intervalS: number): Promise<Step> {
  const poller = startProcess('ingest/snmp/main.ts', { ...env, POLL_INTERVAL_SECONDS: String(intervalS) });
  pin(poller.pid, 0);
  try {
    await allPolled(bus, devices);
    const before = await pollsOf(bus);
    const [atMs, own, others] = [
      performance.now(),
      cpuSecondsOf(poller.pid ?? 0),
      cpuSecondsOf(agents.pid ?? 0),
    ];
    await systemClock.wait(MEASURED_MS);
    const made = (await pollsOf(bus)) - before;
    const seconds = (performance.now() - atMs) / 1_000;
    return {
      intervalS,
      made: made / ((devices * seconds) / intervalS),
      poller: (cpuSecondsOf(poller.pid ?? 0) - own) / seconds,
      agents: (cpuSecondsOf(agents.pid ?? 0) - others) / seconds,
    };
  } finally {
    await stopProcess(poller);
  }
}

const percent = (share: number): string => `${String(Math.round(100 * share))} %`;

/**
 * Polls the same devices at shorter and shorter intervals, the poller alone on one core, agents and stores on the other, until polls
 * come late: the largest number of devices whose polls every five minutes are as many as one core was seen to make in time.
 */
export async function measureCapacity(
  load: Load,
  intervals: readonly number[],
): Promise<readonly BenchResult[]> {
  const steps: Step[] = [];
  for (const intervalS of intervals) {
    const one = await step(load, intervalS);
    steps.push(one);
    const polls = load.devices / intervalS;
    console.log(
      `${String(load.devices)} devices every ${String(intervalS)} s (${polls.toFixed(0)} polls/s): ${percent(one.made)} made; ` +
        `poller ${percent(one.poller)} of its core, agents ${percent(one.agents)} of theirs`,
    );
    if (one.made < IN_TIME) break;
  }
  const best = steps.findLast(({ made }) => made >= IN_TIME);
  const late = steps.find(({ made }) => made < IN_TIME);
  const value = best === undefined ? 0 : (load.devices * PROMISED_INTERVAL_S) / best.intervalS;
  const limit = late === undefined ? 'nothing yet' : late.poller >= late.agents ? 'the poller' : 'the agents';
  return [
    {
      name: `devices of 24 ports every 5 min that one core polls in time, measured (limited by ${limit})`,
      value,
      unit: 'devices',
      samples: steps.map(({ made }) => made),
    },
  ];
}
