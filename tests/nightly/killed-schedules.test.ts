import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { freePort } from '#platform/embedded/free-port.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { bitsAt } from '#demo/random.ts';
import {
  startNotification,
  type Notification,
} from '#tests/fixtures/notification/notification-under-test.ts';
import { ProductProcesses } from '#tests/fixtures/process/product-processes.ts';
import {
  addDueSchedule,
  addOwner,
  addTableReport,
  storeMailServer,
  type ScheduleOwner,
} from '#tests/fixtures/scheduling/due-schedules.ts';
import { smtpReceiver, type SmtpReceiver } from '#tests/fixtures/scheduling/smtp-receiver.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { networkUnderTest } from '#tests/fixtures/server/network-under-test.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { openStack, type Stack } from '../store/stack.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';

/** Schedules that become due before each kill. */
const BATCH = 5;
const RECIPIENTS = 3;
const KILLS = Number(process.env['SCHEDULE_KILLS'] ?? 4);
const SCHEDULES = BATCH * KILLS;
/** Of the moments of the kills. */
const SEED = Number(process.env['SCHEDULE_KILL_SEED'] ?? 1);
const LONGEST_MS = 7_000;
/** Leases of processes that are killed end after a minute; two of them may follow each other. */
const WITHIN_MS = 6 * MINUTE_MS;

let stack: Stack;
let notification: Notification;
let mails: SmtpReceiver;
let processes: ProductProcesses;

beforeAll(async () => {
  stack = await openStack();
  await importNetwork({ db: stack.db, secrets: testSecrets }, networkUnderTest);
  mails = await smtpReceiver();
  await storeMailServer(stack, mails.port);
  notification = await startNotification(stack);
  processes = new ProductProcesses(stack.env);
}, 120_000);
afterAll(async () => {
  await processes.killAll();
  await notification.stop();
  await mails.close();
  await stack.close();
});

const recipientsOf = (schedule: number): readonly string[] =>
  Array.from({ length: RECIPIENTS }, (_, at) => `r${String(at)}-of-${String(schedule)}@example.net`);

async function addSchedules(owner: ScheduleOwner, first: number): Promise<void> {
  const at = new Date(Math.floor(systemClock.now().getTime() / MINUTE_MS - 1) * MINUTE_MS);
  for (let index = first; index < first + BATCH; index += 1)
    await addDueSchedule(stack, owner, {
      name: `Schedule ${String(index)}`,
      at,
      recipients: recipientsOf(index),
    });
}

/** Two servers and two processes that render, from the first server. `replace` kills one and starts it again. */
async function startAll() {
  const port = String(await freePort(0));
  const starts: readonly (() => Promise<ChildProcess>)[] = [
    () => processes.start('console/server/main.ts', { PORT: port }),
    async () => processes.start('console/server/main.ts', { PORT: String(await freePort(0)) }),
    ...[1, 2].map((number) => () => {
      const env = { JOBS_NAME: `jobs-${String(number)}`, CONSOLE_URL: `http://127.0.0.1:${port}` };
      return processes.start('engine/jobs/main.ts', env);
    }),
  ];
  const running: ChildProcess[] = [];
  for (const start of starts) running.push(await start());
  return {
    async replace(index: number): Promise<void> {
      const victim = running[index]!;
      await processes.kill(victim);
      running[index] = await starts[index]!();
    },
  };
}

const readRuns = () =>
  stack.db
    .selectFrom('schedule_run')
    .innerJoin('schedule', 'schedule.id', 'schedule_run.schedule_id')
    .select(['schedule.name', 'schedule_run.state', 'schedule_run.reason', 'schedule_run.ended_at'])
    .execute();

describe('schedules that are due while servers and processes that render are killed', () => {
  it(
    'are executed once each: every recipient gets one mail, or the run has the reason why not',
    async () => {
      const { id: customer } = await stack.db
        .selectFrom('customer')
        .select('id')
        .limit(1)
        .executeTakeFirstOrThrow();
      const owner = { customer, owner: await addOwner(stack), report: await addTableReport(stack, customer) };
      const product = await startAll();
      for (let kill = 0; kill < KILLS; kill += 1) {
        await addSchedules(owner, kill * BATCH);
        await systemClock.wait(bitsAt(SEED, kill) % LONGEST_MS);
        // Three of four are processes that render.
        await product.replace(kill % 4 === 0 ? (kill / 4) % 2 : 2 + (kill % 2));
      }
      const countEnded = async () => (await readRuns()).filter((run) => run.ended_at !== null).length;
      await until('every run has ended', async () => (await countEnded()) >= SCHEDULES, WITHIN_MS);
      const runs = await readRuns();
      expect(runs).toHaveLength(SCHEDULES);
      const sent = runs.filter(({ state }) => state === 'sent').map(({ name }) => name);
      const failed = runs.filter(({ state }) => state !== 'sent');
      for (const { state, reason } of failed)
        expect([state, reason?.code, reason?.params]).toEqual([
          'failed',
          'rendering',
          expect.objectContaining({ detail: 'crashed' }),
        ]);
      // Only a report whose processes were killed twice is given up.
      expect(failed.length).toBeLessThanOrEqual(SCHEDULES / 10);
      const expected = sent.flatMap((name) => recipientsOf(Number(name.split(' ')[1])));
      expect(mails.received.map(({ to }) => to).toSorted()).toEqual(expected.toSorted());
      process.stdout.write(
        `${String(KILLS)} kills: ${String(sent.length)} of ${String(SCHEDULES)} runs sent once, ${String(failed.length)} failed with the reason\n`,
      );
    },
    WITHIN_MS + KILLS * 20_000,
  );
});
