import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { systemClock } from '#platform/clock/system-clock.ts';
import { configure } from '#platform/env/config.ts';
import { standard } from '#platform/env/standard.ts';
import { textVariable } from '#platform/env/variable.ts';
import { stopRequested } from '#platform/lifecycle/stop-request.ts';
import { openLog } from '#platform/log/log.ts';
import { openPostgres } from '#platform/postgres/postgres.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { hashPassword } from '#server/kernel/password/password-hash.ts';
import type { FleetArguments } from '../arguments.ts';
import { buildFleet } from '../fleet.ts';
import { signInToConsole, type StoryClient } from './story-client.ts';
import { countPast } from './story-license.ts';
import { acknowledgeStory, prepareStory, type FailedStep } from './story.ts';

const SETTING = 'demonstration.story';
/** Aborted: started again at the next start. */
const INTERRUPTED = 3;

/** Signs the person in with a password that is not retained. */
async function signInAs(db: Kysely<Database>, url: string, username: string): Promise<StoryClient> {
  const password = randomBytes(24).toString('base64url');
  await db
    .updateTable('account')
    .set({ password_hash: await hashPassword(password), password_updated_at: systemClock.now() })
    .where('username', '=', username)
    .execute();
  return await signInToConsole(url, { username, password });
}

async function isDone(db: Kysely<Database>): Promise<boolean> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', SETTING).executeTakeFirst();
  return row !== undefined;
}

const markDone = (db: Kysely<Database>): Promise<unknown> =>
  db
    .insertInto('setting')
    .values({ name: SETTING, value: JSON.stringify({ done: true }) })
    .execute();

async function perform(
  db: Kysely<Database>,
  url: string,
  options: FleetArguments,
): Promise<{ readonly acknowledged: number; readonly failed: readonly FailedStep[] }> {
  const ines = await signInAs(db, url, 'ines.marchal');
  const tomas = await signInAs(db, url, 'tomas.vidal');
  const engineer = await signInAs(db, url, 'sofia.lindqvist');
  const cast = { operators: { 'ines.marchal': ines, 'tomas.vidal': tomas }, engineer };
  const needs = { cast, fleet: buildFleet(options), agentPort: options.agentPort, clock: systemClock };
  const failed = await prepareStory(needs);
  const [acknowledged] = await Promise.all([acknowledgeStory(needs), countPast(engineer, systemClock)]);
  return { acknowledged, failed };
}

/** Does once, through the console, what the people of the demonstration have done; ends with 0 when all of it is there. */
export async function storyProcess(options: FleetArguments): Promise<void> {
  const { DATABASE_URL, LOG_LEVEL, CONSOLE_URL } = configure(
    z.object({
      DATABASE_URL: standard.DATABASE_URL,
      LOG_LEVEL: standard.LOG_LEVEL,
      CONSOLE_URL: textVariable(''),
    }),
  );
  const log = openLog('story', LOG_LEVEL);
  void stopRequested().then(() => process.exit(INTERRUPTED));
  const db = openPostgres(DATABASE_URL, { connections: 1 });
  try {
    if (!(await isDone(db))) {
      const started = systemClock.now().getTime();
      const { acknowledged, failed } = await perform(db, CONSOLE_URL, options);
      for (const each of failed) log.warn({ ...each }, 'story interrupted');
      if (failed.length > 0) process.exit(INTERRUPTED);
      await markDone(db);
      const seconds = (systemClock.now().getTime() - started) / 1_000;
      log.info({ acknowledged, seconds }, 'story written');
    }
  } catch (err) {
    // A console that is still busy with its start rejects calls: the next attempt continues.
    log.warn({ err }, 'story interrupted');
    process.exit(INTERRUPTED);
  }
  await db.destroy();
  process.exit(0);
}
