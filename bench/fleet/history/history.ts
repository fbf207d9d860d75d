import { runSync } from '#platform/clock/steps.ts';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { createPartition } from '#engine/partition/partition.ts';
import type { RowsBatch } from '#engine/measure/rows-batch.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { loadAlarms } from '#platform/cockpit/load.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import type { Log } from '#platform/log/log.ts';
import { streams } from '#schemas/bus/stream.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { alarmEvents } from '#schemas/table/stream/alarm-events.ts';
import { flows } from '#schemas/table/flows.ts';
import { flowMetrics } from '#schemas/table/stream/flow-metrics.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { buildFleet } from '../fleet.ts';
import { neighboursOf } from '../flows.ts';
import { knownDevices } from './history-elements.ts';
import { flowRows } from './history-flows.ts';
import { historyPublisher } from './history-publisher.ts';
import type { HistoryBatch, HistoryPublisher } from './history-publisher.ts';
import { polled, samplesAt } from './history-samples.ts';
import type { Polled } from './history-samples.ts';
import { managedTunnels, tunnelSamplesAt } from './history-tunnels.ts';
import type { ManagedTunnels } from './history-tunnels.ts';
import { managedOverlays } from '../sdwan/fleet-managers.ts';
import type { FleetArguments } from '../arguments.ts';
import type { Fleet, FleetOptions } from '../model.ts';
import { fleetCounters } from '../story/fleet-counters.ts';
import { ORIGIN_S } from '../traffic.ts';

export interface HistoryNeeds {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly options: FleetOptions & Pick<FleetArguments, 'flowsPerSecond'>;
  /** Stream partition reserved for the history. */
  readonly partition: number;
  /** Days before now. */
  readonly days: number;
}

const SETTING = 'demonstration.history';
const DAY_S = 86_400;
/** Windows of the last days, and those of the time before, which the rollups keep by hour and day. */
const STEP_S = 300;
const FINE_DAYS = 3;
const COARSE_STEP_S = 1_800;

const Progress = z.strictObject({ fromS: z.int(), untilS: z.int(), done: z.boolean() });
type Progress = z.infer<typeof Progress>;

/** Returns the started period, or a new one that ends with the last full step. */
async function progressOf({ db, clock, days }: HistoryNeeds): Promise<Progress> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', SETTING).executeTakeFirst();
  if (row !== undefined) return Progress.parse(row.value);
  const untilS = Math.floor(clock.now().getTime() / 1_000 / STEP_S) * STEP_S;
  const progress = { fromS: untilS - days * DAY_S, untilS, done: false };
  await db
    .insertInto('setting')
    .values({ name: SETTING, value: JSON.stringify(progress) })
    .execute();
  return progress;
}

const markDone = ({ db }: HistoryNeeds, progress: Progress): Promise<unknown> =>
  db
    .updateTable('setting')
    .set({ value: JSON.stringify({ ...progress, done: true }) })
    .where('name', '=', SETTING)
    .execute();

const asHistory = ({ bytes, rows, batch, at }: RowsBatch, stepS: number): HistoryBatch => ({
  bytes,
  rows,
  batch,
  at,
  until: at + stepS,
});

/** A part of the past with windows of one length. */
interface Phase {
  readonly fromS: number;
  readonly untilS: number;
  readonly stepS: number;
}

/**
 * The parts of the past, oldest first. The last windows of a part clear its alarms: the next one begins after them, so that batch
 * numbers rise.
 */
function phasesOf({ fromS, untilS }: Progress): readonly Phase[] {
  const borderS = Math.floor((untilS - FINE_DAYS * DAY_S) / COARSE_STEP_S) * COARSE_STEP_S;
  if (fromS >= borderS) return [{ fromS, untilS, stepS: STEP_S }];
  const earliestS = Math.floor(fromS / COARSE_STEP_S) * COARSE_STEP_S;
  return [
    { fromS: earliestS, untilS: borderS, stepS: COARSE_STEP_S },
    { fromS: borderS + 2 * COARSE_STEP_S, untilS, stepS: STEP_S },
  ];
}

interface Source {
  readonly fleet: Fleet;
  readonly devices: readonly Polled[];
  readonly tunnels: ManagedTunnels;
}

interface Publishers {
  readonly toMeasures: HistoryPublisher;
  readonly toAlarms: HistoryPublisher;
  readonly toFlows: HistoryPublisher;
  readonly toMetrics: HistoryPublisher;
}

/** Runs simulated past samples through the engine's pipeline and publishes its output to the writer's streams. */
async function writePhase(
  {
    db,
    options,
    toMeasures,
    toAlarms,
    toFlows,
    toMetrics,
  }: Pick<HistoryNeeds, 'db' | 'options'> & Publishers,
  { fleet, devices, tunnels }: Source,
  { fromS, untilS, stepS }: Phase,
): Promise<void> {
  const [inventory, alarms] = [await loadInventory(db), await loadAlarms(db)];
  const disabled = alarms.map((alarm) => ({ ...alarm, enabled: false }));
  const settle = () =>
    Promise.all([toMeasures.settle(), toAlarms.settle(), toFlows.settle(), toMetrics.settle()]);
  const partition = createPartition({
    windowSeconds: stepS,
    allowedLatenessMs: 0,
    inventory,
    alarms,
    output: {
      measures: (batch) => {
        toMeasures.add(asHistory(batch, stepS));
      },
      events: (batch) => {
        toAlarms.add(asHistory(batch, stepS));
      },
    },
  });
  const history = {
    seed: fleet.seed,
    neighbours: neighboursOf(fleet),
    sites: new Map(devices.map(({ known }) => [known.device.index, known.site])),
    flowsPerSecond: options.flowsPerSecond / fleet.devices.length,
  };
  for (let atS = fromS; atS <= untilS; atS += stepS) {
    const toS = atS - ORIGIN_S;
    // Live windows continue from here and raise running alarms again, so all past alarms are cleared by the window that begins then.
    if (atS === untilS) runSync(partition.configureSteps(inventory, { alarms: disabled }));
    runSync(partition.pushSteps(samplesAt(devices, toS)));
    runSync(partition.pushSteps(tunnelSamplesAt(tunnels, atS * SECOND_MS)));
    if (atS > fromS) {
      const past = flowRows(history, devices, { fromS: toS - stepS, toS });
      const batch = { batch: atS, at: atS - stepS, until: atS };
      toFlows.add({ ...past.flows, ...batch });
      toMetrics.add({ ...past.metrics, ...batch });
    }
    await settle();
  }
  runSync(partition.closeUntilSteps(untilS * 1_000));
  runSync(partition.closeUntilSteps((untilS + 2 * stepS) * 1_000));
  await settle();
}

async function write(needs: HistoryNeeds, source: Source, progress: Progress): Promise<void> {
  const { db, bus, options } = needs;
  await bus.ensureStreams(Object.values(streams));
  const publishers = {
    ...{ db, options },
    toMeasures: await historyPublisher(needs, 'measures', measures),
    toAlarms: await historyPublisher(needs, 'alarms', alarmEvents),
    toFlows: await historyPublisher(needs, 'flows', flows),
    toMetrics: await historyPublisher(needs, 'metrics', flowMetrics),
  };
  for (const phase of phasesOf(progress)) await writePhase(publishers, source, phase);
}

/**
 * Writes the past of the demonstration network once. After an interruption it starts over with the same period and publishes
 * only batches that are not in the streams yet.
 */
export async function writeHistory(needs: HistoryNeeds): Promise<void> {
  const progress = await progressOf(needs);
  if (progress.done) return;
  const started = needs.clock.now().getTime();
  const fleet = buildFleet(needs.options);
  const countersOf = fleetCounters(fleet);
  const inventory = await loadInventory(needs.db);
  const devices = knownDevices(fleet, inventory).map((known) => polled(known, countersOf(known.device)));
  const tunnels = managedTunnels(inventory, managedOverlays({ fleet, countersOf }));
  await write(needs, { fleet, devices, tunnels }, progress);
  await markDone(needs, progress);
  const seconds = (needs.clock.now().getTime() - started) / 1_000;
  needs.log.info({ devices: devices.length, days: needs.days, seconds }, 'history written');
}
