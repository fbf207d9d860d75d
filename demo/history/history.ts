import { runSync } from '#platform/clock/steps.ts';
import type { Kysely } from 'kysely';
import { createPartition } from '#engine/partition/partition.ts';
import type { PartitionOutput } from '#engine/partition/partition-output.ts';
import { batchNumber, type RowsBatch } from '#engine/measure/rows-batch.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { loadAlarms } from '#platform/cockpit/load.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import type { Log } from '#platform/log/log.ts';
import { streams } from '#schemas/bus/stream.ts';
import { HISTORY_SETTING, HistoryProgress, writtenPercent } from '#schemas/settings/demonstration-history.ts';
import { DAY_S, SECOND_MS } from '#schemas/time/duration.ts';
import { alarmEvents } from '#schemas/table/stream/alarm-events.ts';
import { flows } from '#schemas/table/flows.ts';
import { flowMetrics } from '#schemas/table/stream/flow-metrics.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { buildFleet } from '../fleet.ts';
import { neighboursOf } from '../flows.ts';
import { chunksOf, isWritten, publishedNumber, FINE_STEP_S, type HistoryChunk } from './history-chunks.ts';
import { knownDevices } from './history-elements.ts';
import { flowRows } from './history-flows.ts';
import { historyPublisher, type HistoryPublisher } from './history-publisher.ts';
import { polled, samplesAt, type Polled } from './history-samples.ts';
import { managedTunnels, tunnelSamplesAt, type ManagedTunnels } from './history-tunnels.ts';
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

/** Returns the started period, or a new one that ends with the last full step. */
async function progressOf({ db, clock, days }: HistoryNeeds): Promise<HistoryProgress> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', HISTORY_SETTING)
    .executeTakeFirst();
  if (row !== undefined) return HistoryProgress.parse(row.value);
  const untilS = Math.floor(clock.now().getTime() / SECOND_MS / FINE_STEP_S) * FINE_STEP_S;
  const progress = { fromS: untilS - days * DAY_S, untilS, done: false };
  await db
    .insertInto('setting')
    .values({ name: HISTORY_SETTING, value: JSON.stringify(progress) })
    .execute();
  return progress;
}

/** The elements of the demonstration are as old as its past: their pages would say that they were not in the inventory yet. */
const ageElements = ({ db }: HistoryNeeds, fleet: Fleet, { fromS }: HistoryProgress): Promise<unknown> =>
  db
    .updateTable('network_element')
    .set({ created_at: new Date(fromS * SECOND_MS) })
    .where('created_at', '>', new Date(fromS * SECOND_MS))
    .where('customer_id', 'in', (eb) =>
      eb
        .selectFrom('customer')
        .select('id')
        .where('client_id', 'in', [...new Set(fleet.devices.map(({ customer }) => customer))]),
    )
    .execute();

const keepProgress = ({ db }: Pick<HistoryNeeds, 'db'>, progress: HistoryProgress): Promise<unknown> =>
  db
    .updateTable('setting')
    .set({ value: JSON.stringify(progress) })
    .where('name', '=', HISTORY_SETTING)
    .execute();

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

/** A day of the past, and where it ends. */
interface Written {
  readonly chunk: HistoryChunk;
  /** End of the whole past. */
  readonly lastS: number;
}

/** Publishes what the engine makes of the windows of a day. Those that only warm it up are those of other days. */
function outputOf({ toMeasures, toAlarms }: Publishers, { chunk, lastS }: Written): PartitionOutput {
  const take =
    (publisher: HistoryPublisher) =>
    ({ bytes, rows, batch, at }: RowsBatch): void => {
      if (!isWritten(chunk, at, lastS)) return;
      const number = publishedNumber(chunk, batch, lastS);
      publisher.add({ bytes, rows, batch: number, at, until: at + chunk.stepS });
    };
  return { measures: take(toMeasures), events: take(toAlarms) };
}

/** Runs simulated past samples of a day through the engine's pipeline and publishes its output to the writer's streams. */
async function writeChunk(
  { db, options, ...publishers }: Pick<HistoryNeeds, 'db' | 'options'> & Publishers,
  { fleet, devices, tunnels }: Source,
  written: Written,
): Promise<void> {
  const { chunk, lastS } = written;
  const { fromS, untilS, stepS, warmFromS, clearAtS } = chunk;
  const [inventory, alarms] = [await loadInventory(db), await loadAlarms(db)];
  const disabled = alarms.map((alarm) => ({ ...alarm, enabled: false }));
  const { toFlows, toMetrics } = publishers;
  const settle = () => Promise.all(Object.values(publishers).map((each) => each.settle()));
  const partition = createPartition({
    windowSeconds: stepS,
    allowedLatenessMs: 0,
    inventory,
    alarms,
    output: outputOf(publishers, written),
  });
  const history = {
    seed: fleet.seed,
    neighbours: neighboursOf(fleet),
    sites: new Map(devices.map(({ known }) => [known.device.index, known.site])),
    flowsPerSecond: options.flowsPerSecond / fleet.devices.length,
  };
  for (let atS = warmFromS; atS <= untilS; atS += stepS) {
    const toS = atS - ORIGIN_S;
    if (atS === clearAtS) runSync(partition.configureSteps(inventory, { alarms: disabled }));
    runSync(partition.pushSteps(samplesAt(devices, toS)));
    runSync(partition.pushSteps(tunnelSamplesAt(tunnels, atS * SECOND_MS)));
    if (atS > fromS) {
      const past = flowRows(history, devices, { fromS: toS - stepS, toS });
      const number = publishedNumber(chunk, batchNumber(atS - stepS, 0), lastS);
      const batch = { batch: number, at: atS - stepS, until: atS };
      toFlows.add({ ...past.flows, ...batch });
      toMetrics.add({ ...past.metrics, ...batch });
    }
    await settle();
  }
  runSync(partition.closeUntilSteps(untilS * SECOND_MS));
  if (clearAtS === untilS) runSync(partition.closeUntilSteps((untilS + 2 * stepS) * SECOND_MS));
  await settle();
}

/** Writes the days that are left, newest first: the last day is what screens show first. */
async function write(needs: HistoryNeeds, source: Source, progress: HistoryProgress): Promise<void> {
  const { db, bus, options, clock, log } = needs;
  await bus.ensureStreams(Object.values(streams));
  const publishers = {
    db,
    options,
    toMeasures: await historyPublisher(needs, 'measures', measures),
    toAlarms: await historyPublisher(needs, 'alarms', alarmEvents),
    toFlows: await historyPublisher(needs, 'flows', flows),
    toMetrics: await historyPublisher(needs, 'metrics', flowMetrics),
  };
  const { untilS: lastS, writtenFromS = lastS } = progress;
  const started = clock.now().getTime();
  for (const chunk of chunksOf(progress)) {
    if (chunk.fromS >= writtenFromS) continue;
    await writeChunk(publishers, source, { chunk, lastS });
    const reached = { ...progress, writtenFromS: chunk.fromS };
    await keepProgress(needs, reached);
    const seconds = (clock.now().getTime() - started) / SECOND_MS;
    log.info({ percent: writtenPercent(reached) ?? 100, from: chunk.fromS, seconds }, 'history progress');
  }
}

/**
 * Writes the past of the demonstration network once. After an interruption it continues with the day that was not complete, of which it
 * publishes only batches that are not in the streams yet.
 */
export async function writeHistory(needs: HistoryNeeds): Promise<void> {
  const progress = await progressOf(needs);
  if (progress.done) return;
  const started = needs.clock.now().getTime();
  const fleet = buildFleet(needs.options);
  await ageElements(needs, fleet, progress);
  const countersOf = fleetCounters(fleet);
  const inventory = await loadInventory(needs.db);
  const devices = knownDevices(fleet, inventory).map((known) => polled(known, countersOf(known.device)));
  const tunnels = managedTunnels(inventory, managedOverlays({ fleet, countersOf }));
  await write(needs, { fleet, devices, tunnels }, progress);
  await keepProgress(needs, { ...progress, writtenFromS: progress.fromS, done: true });
  const seconds = (needs.clock.now().getTime() - started) / 1_000;
  needs.log.info({ devices: devices.length, days: needs.days, seconds }, 'history written');
}
