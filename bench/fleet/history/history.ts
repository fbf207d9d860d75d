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
import { alarmEvents } from '#schemas/table/alarm-events.ts';
import { flows } from '#schemas/table/flows.ts';
import { measures } from '#schemas/table/measures.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { deviceCounters } from '../counters.ts';
import { buildFleet } from '../fleet.ts';
import { neighboursOf } from '../flows.ts';
import { knownDevices } from './history-elements.ts';
import { flowRows } from './history-flows.ts';
import { historyPublisher } from './history-publisher.ts';
import type { HistoryBatch } from './history-publisher.ts';
import { samplesAt } from './history-samples.ts';
import type { Polled } from './history-samples.ts';
import { incidentScript } from '../incidents.ts';
import type { Fleet, FleetOptions } from '../model.ts';
import { ORIGIN_S } from '../traffic.ts';

export interface HistoryNeeds {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly options: FleetOptions;
  /** Stream partition reserved for the history. */
  readonly partition: number;
  /** Days before now. */
  readonly days: number;
}

const SETTING = 'demonstration.history';
const STEP_S = 300;
const DAY_S = 86_400;

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

const asHistory = ({ bytes, rows, batch, at }: RowsBatch): HistoryBatch => ({
  bytes,
  rows,
  batch,
  at,
  until: at + STEP_S,
});

interface Source {
  readonly fleet: Fleet;
  readonly devices: readonly Polled[];
}

/** Runs simulated past samples through the engine's pipeline and publishes its output to the writer's streams. */
async function write(
  needs: HistoryNeeds,
  { fleet, devices }: Source,
  { fromS, untilS }: Progress,
): Promise<void> {
  const { db, bus } = needs;
  const [inventory, alarms] = [await loadInventory(db), await loadAlarms(db)];
  await bus.ensureStreams(Object.values(streams));
  const toMeasures = await historyPublisher(needs, 'measures', measures);
  const toAlarms = await historyPublisher(needs, 'alarms', alarmEvents);
  const toFlows = await historyPublisher(needs, 'flows', flows);
  const settle = () => Promise.all([toMeasures.settle(), toAlarms.settle(), toFlows.settle()]);
  const partition = createPartition({
    windowSeconds: STEP_S,
    allowedLatenessMs: 0,
    inventory,
    alarms,
    output: {
      measures: (batch) => {
        toMeasures.add(asHistory(batch));
      },
      events: (batch) => {
        toAlarms.add(asHistory(batch));
      },
    },
  });
  const history = {
    seed: fleet.seed,
    neighbours: neighboursOf(fleet),
    sites: new Map(devices.map(({ known }) => [known.device.index, known.site])),
  };
  for (let atS = fromS; atS <= untilS; atS += STEP_S) {
    const toS = atS - ORIGIN_S;
    runSync(partition.pushSteps(samplesAt(devices, toS)));
    if (atS > fromS)
      toFlows.add({
        ...flowRows(history, devices, { fromS: toS - STEP_S, toS }),
        batch: atS,
        at: atS - STEP_S,
        until: atS,
      });
    await settle();
  }
  runSync(partition.closeUntilSteps(untilS * 1_000));
  // Live windows, which are shorter, continue from here and raise running alarms again, so all past alarms are cleared.
  runSync(
    partition.configureSteps(inventory, { alarms: alarms.map((alarm) => ({ ...alarm, enabled: false })) }),
  );
  runSync(partition.closeUntilSteps((untilS + 2 * STEP_S) * 1_000));
  await settle();
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
  const script = incidentScript(fleet);
  const devices = knownDevices(fleet, await loadInventory(needs.db)).map((known) => ({
    known,
    counters: deviceCounters(known.device, script[known.device.index] ?? [], fleet.seed),
  }));
  await write(needs, { fleet, devices }, progress);
  await markDone(needs, progress);
  const seconds = (needs.clock.now().getTime() - started) / 1_000;
  needs.log.info({ devices: devices.length, days: needs.days, seconds }, 'history written');
}
