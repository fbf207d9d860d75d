import { readFileSync } from 'node:fs';
import { systemClock } from '#platform/clock/system-clock.ts';
import { openClients, type Clients, type ClientReport } from './clients.ts';
import { MANY_PORTS_START_MS, publishPoll } from './many-ports.ts';
import { startIncidentReaders, type IncidentReads } from './incident-readers.ts';
import { waitFor } from './server.ts';
import { residentMib } from '../harness/process-memory.ts';
import type { Stage } from './stage.ts';

/** Interval of the checks that the server still responds. */
const PROBE_MS = 20;
const REPORT_MS = 250;
const BPS_ABOVE = 1_000;
const QUIET_MS = 1_500;

export interface StormNeeds {
  readonly stage: Stage;
  readonly windowSeconds: number;
  readonly partitions: number;
  readonly sockets: number;
  /** Number of these that hold what a page holds, and that read nothing. */
  readonly screens: number;
  readonly stalled: number;
  /** Screens that read incidents all the time, of alarms that run since then, seconds since 1970. */
  readonly incidents: { readonly readers: number; readonly from: number };
}

export interface StormFigures {
  readonly incidents: IncidentReads;
  readonly engineMibMost: number;
  /** From the poll that closes the window until every screen shows every alarm, milliseconds. */
  readonly raisedMs: number;
  /** The same for the next window, in which every alarm keeps running, and for the one in which all clear. */
  readonly resumedMs: number;
  readonly clearedMs: number;
  /** The window in which all keep running, while the server reads the whole state from the engine again. */
  readonly rereadMs: number;
  /** Response times of the small request in that window, milliseconds. */
  readonly rereadProbes: readonly number[];
  /** Response times of a small request during the storm, milliseconds. */
  readonly probes: readonly number[];
  readonly serverMibBefore: number;
  readonly serverMibMost: number;
  /** What one connection got in the second in which it got most, and the longest message of all. */
  readonly messagesPerSecond: number;
  readonly bytesPerSecond: number;
  readonly longestMessage: number;
  readonly snapshotsPerScreen: number;
  readonly longestApplyMs: number;
  /** Connections that the server ended. */
  readonly closed: number;
  /** CPU-seconds of the server over all. */
  readonly serverCpuSeconds: number;
}

function cpuOf(pid: number): number {
  const fields =
    readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Requests again and again until stopped; returns how long each response took. */
function probe(url: string): { readonly times: readonly number[]; stop(): Promise<readonly number[]> } {
  const ending = new AbortController();
  const times: number[] = [];
  const probing = (async () => {
    while (!ending.signal.aborted) {
      const fromMs = performance.now();
      await (await fetch(`${url}/health/live`)).arrayBuffer();
      times.push(performance.now() - fromMs);
      await systemClock.wait(PROBE_MS);
    }
  })();
  return {
    times,
    async stop() {
      ending.abort();
      await probing;
      return times;
    },
  };
}

type Screens = ClientReport['screens'];

/** Publishes one poll; returns how long it took until every screen is right. */
async function play(
  { stage, partitions, windowSeconds }: StormNeeds,
  clients: Clients,
  { poll, octets, shows }: { poll: number; octets: number; shows: (screens: Screens) => boolean },
): Promise<number> {
  const { bus, many } = stage;
  const at = poll * windowSeconds * 1_000;
  await publishPoll(bus, { many, partitions }, { at, octetsOf: () => octets });
  const fromMs = performance.now();
  await waitFor(
    `the state after poll ${String(poll)}`,
    async () => {
      await systemClock.wait(REPORT_MS);
      return shows((await clients.report()).screens);
    },
    120_000,
  );
  return performance.now() - fromMs;
}

/**
 * Every port raises its alarm in one window, all keep running in the next, all clear: the engine decides and publishes, the server
 * hands on, and screens end with exactly what runs.
 */
export async function storm(needs: StormNeeds): Promise<StormFigures> {
  const { stage, windowSeconds, sockets, screens, stalled } = needs;
  const { ports, customer } = stage.many;
  const pid = stage.server.pid ?? 0;
  const clients = await openClients({
    url: stage.url,
    cookie: stage.cookie,
    room: { topic: 'alert', customer },
    count: sockets,
    screens,
    stalled,
    timed: false,
    from: ['127.0.0.1'],
  });
  const perWindow = (BPS_ABOVE * windowSeconds) / 8;
  const all = (critical: number) => (shown: Screens) =>
    shown.every(({ rows, critical: reported }) => rows === critical && reported === critical);
  try {
    await play(needs, clients, { poll: 0, octets: 0, shows: () => true });
    await play(needs, clients, { poll: 1, octets: 0, shows: () => true });
    await systemClock.wait(QUIET_MS);
    const serverMibBefore = residentMib(pid, 'VmRSS');
    const cpuBefore = cpuOf(pid);
    const probing = probe(stage.url);
    const reading = startIncidentReaders(stage, { ...needs.incidents, everyMs: windowSeconds * 1_000 });
    // A window closes with the first sample behind it and the lateness: the poll after it.
    await play(needs, clients, { poll: 2, octets: perWindow, shows: () => true });
    const raisedMs = await play(needs, clients, { poll: 3, octets: 2 * perWindow, shows: all(ports) });
    const resumed = (poll: number) => (shown: Screens) =>
      all(ports)(shown) &&
      shown.every((one) => one.oldest === MANY_PORTS_START_MS / 1_000 + (poll - 2) * windowSeconds);
    const resumedMs = await play(needs, clients, { poll: 4, octets: 2 * perWindow, shows: resumed(4) });
    const before = probing.times.length;
    stage.announceEngines();
    const rereadMs = await play(needs, clients, { poll: 5, octets: 2 * perWindow, shows: resumed(5) });
    const rereadProbes = probing.times.slice(before);
    await play(needs, clients, { poll: 6, octets: 2 * perWindow, shows: () => true });
    const clearedMs = await play(needs, clients, { poll: 7, octets: 2 * perWindow, shows: all(0) });
    const probes = await probing.stop();
    const incidents = await reading.stop();
    const report = await clients.report();
    return {
      incidents,
      engineMibMost: residentMib(stage.enginePid(), 'VmHWM'),
      raisedMs,
      resumedMs,
      clearedMs,
      rereadMs,
      rereadProbes,
      probes,
      serverMibBefore,
      serverMibMost: residentMib(pid, 'VmHWM'),
      messagesPerSecond: report.mostMessages,
      bytesPerSecond: report.mostBytes,
      longestMessage: report.longest,
      snapshotsPerScreen: report.screens.reduce((sum, one) => sum + one.snapshots, 0) / screens,
      longestApplyMs: Math.max(...report.screens.map((one) => one.longestApplyMs)),
      closed: report.closed,
      serverCpuSeconds: cpuOf(pid) - cpuBefore,
    };
  } finally {
    await clients.close();
  }
}
