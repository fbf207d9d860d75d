import { setPriority } from 'node:os';
import { z } from 'zod';
import { openBus } from '#platform/bus/bus.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { configure } from '#platform/env/config.ts';
import { standard } from '#platform/env/standard.ts';
import { integerVariable } from '#platform/env/variable.ts';
import { stopRequested } from '#platform/lifecycle/stop-request.ts';
import { openLog } from '#platform/log/log.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import type { FleetArguments } from '../arguments.ts';
import { writeHistory } from './history.ts';

/** Live data takes precedence over the backfill. */
const NICE = 10;
/** Aborted: started again at the next start. */
const INTERRUPTED = 3;

/** Writes the past of the demonstration network and ends: 0 when all of it is in the streams. */
export async function historyProcess(options: FleetArguments): Promise<void> {
  const { DATABASE_URL, NATS_URL, PARTITIONS, LOG_LEVEL, HISTORY_DAYS } = configure(
    z.object({
      DATABASE_URL: standard.DATABASE_URL,
      NATS_URL: standard.NATS_URL,
      PARTITIONS: standard.PARTITIONS,
      LOG_LEVEL: standard.LOG_LEVEL,
      HISTORY_DAYS: integerVariable(0, 90, 30),
    }),
  );
  setPriority(NICE);
  const log = openLog('history', LOG_LEVEL);
  void stopRequested().then(() => process.exit(INTERRUPTED));
  const db = openPostgres(DATABASE_URL, { connections: 1 });
  const bus = await openBus(NATS_URL, 'history');
  await writeHistory({
    db,
    bus,
    clock: systemClock,
    log,
    options,
    partition: PARTITIONS,
    days: HISTORY_DAYS,
  });
  await bus.close();
  await db.destroy();
  process.exit(0);
}
