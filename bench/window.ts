import { runSync } from '#platform/clock/steps.ts';
import { openBus } from '#platform/bus/bus.ts';
import { openPostgres, type Db } from '#platform/postgres/postgres.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import type { AlarmEvent } from '#engine/alarm/event-row.ts';
import { LivePublisher } from '#engine/live/live-publisher.ts';
import { createPartition, type Partition } from '#engine/partition/partition.ts';
import { IncidentCost, type Cost } from './live/incident-cost.ts';
import {
  MANY_PORTS_START_MS,
  manyPortsAlarm,
  inventoryOf,
  pollRows,
  type ManyPorts,
} from './live/many-ports.ts';
import { waitFor } from './live/server.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';
import { startStores } from './harness/embedded-stores.ts';
import { prepareStores } from './harness/network-under-test.ts';

/** Ports with one counter each, of which the engine makes three measures. */
const PORTS = 334_000;
const KPIS: readonly KpiKey[] = ['itf_in_bps', 'itf_in_bytes', 'itf_in_util'];
const SITES = 2_000;
const WINDOW_SECONDS = 300;
const ROUNDS = 9;
const CUSTOMER = 1;
/** One port in a hundred is above the threshold of all alarms, another one in every window. */
const ABOVE = 100;

const sites = Array.from({ length: SITES }, (_, at) => ({
  id: 1_000 + at,
  customer: CUSTOMER,
  name: `Site ${String(at)}`,
  active: true,
  city: '',
  country: '',
  latitude: 45,
  longitude: 4,
  networks: [],
}));
const many: ManyPorts = { customer: CUSTOMER, sites, ports: PORTS };
const inventory = inventoryOf(many);
const alarms = KPIS.map((kpi, index) =>
  manyPortsAlarm({
    id: index + 1,
    kpi,
    threshold: kpi === 'itf_in_bytes' ? 1e9 : kpi === 'itf_in_util' ? 3 : 3e7,
    outliers: 1,
    measures: 5,
  }),
);

const noUser = { marksOf: () => ({}) };

/** What is shown of a partition after a window, as the engine's worker puts it together. */
const shownOf = (partition: Partition) => ({
  inventory,
  running: [...partition.runningInstances()].map((running) => ({
    ...running,
    newest: { start: partition.decidedWindow * WINDOW_SECONDS, length: WINDOW_SECONDS, decided: 0 },
  })),
  time: { at: partition.watermark },
  marks: noUser,
});

/** Octets of a port at a poll: what lies above the threshold moves on from port to port. */
const octetsOf = (poll: number) => (port: number) =>
  Array.from({ length: poll }).reduce<number>(
    (sum, _, window) => sum + ((port + window) % ABOVE === 0 ? 2e9 : 2e8 + port),
    0,
  );

interface WindowFigures {
  readonly wall: number[];
  readonly cpu: number[];
  readonly rows: number[];
  readonly measures: number;
  /** What its incidents take after it, and its events. */
  readonly incidents: readonly Cost[];
  readonly events: number[];
}

async function measured(natsUrl: string, db: Db): Promise<WindowFigures> {
  const cost = await IncidentCost.open(db, { inventory, alarms });
  const incidents: Cost[] = [];
  const events: number[] = [];
  let messages: (readonly AlarmEvent[])[] = [];
  const bus = await openBus(natsUrl, 'bench');
  const ending = new AbortController();
  const { signal } = ending;
  let measures = 0;
  let reported = 0;
  bus.subscribe(subjects.live(CUSTOMER, 'alert'), ({ data }) => (reported += data.length), { signal });
  const partition = createPartition({
    windowSeconds: WINDOW_SECONDS,
    allowedLatenessMs: 60_000,
    inventory,
    alarms,
    output: { measures: ({ rows }) => (measures += rows), events: (_, rows) => messages.push(rows) },
  });
  const needs = { bus, clock: systemClock, partition: 0, epoch: 'bench', belongs: () => true, signal };
  const link = new LivePublisher(needs);
  await link.open(shownOf(partition));
  const [wall, cpu, rows]: [number[], number[], number[]] = [[], [], []];
  for (let poll = 0; poll < ROUNDS + 2; poll += 1) {
    const samples = pollRows(many, poll * WINDOW_SECONDS * 1_000, octetsOf(poll));
    // All but the one sample that closes the window.
    const last = samples.length - samples.length / PORTS;
    measures = 0;
    runSync(partition.pushSteps(samples.subarray(0, last)));
    // Samples of the poll itself are read when the window behind it closes.
    const late = pollRows({ ...many, ports: 1 }, poll * WINDOW_SECONDS * 1_000 + 120_000, octetsOf(poll));
    messages = [];
    const before = process.cpuUsage();
    const fromMs = performance.now();
    runSync(partition.pushSteps(late));
    await link.show(shownOf(partition));
    await waitFor('the deltas', () => !link.hasPending);
    await bus.flush();
    const { user, system } = process.cpuUsage(before);
    const wallMs = performance.now() - fromMs;
    const added = await cost.apply(messages, MANY_PORTS_START_MS / 1_000 + poll * WINDOW_SECONDS);
    if (poll < 3) continue;
    wall.push(wallMs);
    cpu.push((user + system) / 1e3);
    incidents.push(added);
    events.push(messages.reduce((sum, one) => sum + one.length, 0));
    rows.push([...partition.runningInstances()].length);
  }
  ending.abort();
  await bus.close();
  if (reported === 0) throw new Error('no delta came');
  return { wall, cpu, rows, measures, incidents, events };
}

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  await prepareStores(stores.endpoints);
  const db = openPostgres(stores.endpoints.DATABASE_URL);
  try {
    const { wall, cpu, rows, measures, incidents, events } = await measured(stores.endpoints.NATS_URL, db);
    const withIncidents = wall.map((ms, round) => ms + (incidents[round]?.wallMs ?? 0));
    const cpuOfBoth = cpu.map((ms, round) => ms + (incidents[round]?.cpuMs ?? 0));
    const more = withIncidents.map((ms, round) => (100 * ms) / (wall[round] ?? ms) - 100);
    const name = `a window of ${String(measures)} measures, ${String(quantile(rows, 0.5))} alarms running`;
    return [
      {
        name: `${name}: until its deltas are published`,
        value: quantile(wall, 0.5),
        unit: 'ms',
        samples: wall,
      },
      { name: `${name}: CPU`, value: quantile(cpu, 0.5), unit: 'ms', samples: cpu },
      {
        name: `the same with the incidents of its ${String(quantile(events, 0.5))} events applied, described and stored`,
        value: quantile(withIncidents, 0.5),
        unit: 'ms',
        samples: withIncidents,
      },
      { name: 'the same: CPU', value: quantile(cpuOfBoth, 0.5), unit: 'ms', samples: cpuOfBoth },
      { name: 'more for incidents', value: quantile(more, 0.5), unit: '%', samples: more },
    ];
  } finally {
    await db.destroy();
    await stores.close();
  }
}

/** One window of very many measures decided, and its changes published to screens. */
export const windowBench = { name: 'window', run };
