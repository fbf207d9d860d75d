import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { freePort } from '#platform/embedded/free-port.ts';
import { RenderQueue } from '#platform/rendering/render-queue.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { emptyReport } from '#schemas/report/document.ts';
import { SMTP_SETTING } from '#schemas/settings/smtp/smtp.ts';
import {
  startNotification,
  type Notification,
} from '#tests/fixtures/notification/notification-under-test.ts';
import { hasStarted } from '#tests/fixtures/process/start-process.ts';
import { smtpReceiver, type SmtpReceiver } from '#tests/fixtures/scheduling/smtp-receiver.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { networkUnderTest } from '#tests/fixtures/server/network-under-test.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { openStack, type Stack } from '../store/stack.ts';

/** Schedules that become due before each kill. */
const BATCH = 5;
const RECIPIENTS = 3;
const KILLS = Number(process.env['SCHEDULE_KILLS'] ?? 4);
const SCHEDULES = BATCH * KILLS;
const WITHIN_MS = 240_000;

let stack: Stack;
let notification: Notification;
let mails: SmtpReceiver;
const servers: ChildProcess[] = [];
let isOver = false;

const addressOf = (schedule: number, index: number): string =>
  `r${String(index)}-of-${String(schedule)}@example.net`;

beforeAll(async () => {
  stack = await openStack();
  await importNetwork({ db: stack.db, secrets: testSecrets }, networkUnderTest);
  mails = await smtpReceiver();
  const smtp = { host: '127.0.0.1', port: mails.port, login: '', password: '', tls: 'none', advanced: '' };
  await stack.db
    .insertInto('setting')
    .values({ name: SMTP_SETTING, value: JSON.stringify({ ...smtp, source: 'telltale@example.net' }) })
    .execute();
  notification = await startNotification(stack);
}, 120_000);
afterAll(async () => {
  isOver = true;
  for (const server of servers) server.kill('SIGKILL');
  await notification.stop();
  await mails.close();
  await stack.close();
});

async function startServer(): Promise<ChildProcess> {
  const port = async () => String(await freePort(0));
  const child = fork(join(import.meta.dirname, '../../console/server/main.ts'), {
    env: {
      ...process.env,
      ...stack.env,
      PORT: await port(),
      HEALTH_PORT: await port(),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  servers.push(child);
  await hasStarted(child);
  return child;
}

/** The customer, owner and report of all schedules. */
async function addReport() {
  const { db } = stack;
  const { id: customer } = await db.selectFrom('customer').select('id').limit(1).executeTakeFirstOrThrow();
  const role = await db
    .insertInto('role')
    .values({ label: 'owners', is_admin: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  const owner = await db
    .insertInto('account')
    .values({ username: 'owner', role_id: role.id, all_customers: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  const report = await db
    .insertInto('resource')
    .values({ kind: 'report', name: 'Levels', visibility: 'public', customer_id: customer })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('dashboard_document')
    .values({ resource_id: report.id, document: JSON.stringify(emptyReport) as never })
    .execute();
  return { customer, owner: owner.id, report: report.id };
}

/** Adds schedules that are due now. */
async function addDueSchedules(
  { customer, owner, report }: Awaited<ReturnType<typeof addReport>>,
  first: number,
): Promise<void> {
  const { db } = stack;
  const now = systemClock.now();
  for (let index = first; index < first + BATCH; index += 1) {
    const { id } = await db
      .insertInto('schedule')
      .values({
        customer_id: customer,
        name: `Schedule ${String(index)}`,
        enabled: true,
        trigger: JSON.stringify({ kind: 'hourly', minute: (now.getUTCMinutes() + 59) % 60 }) as never,
        time_zone: 'UTC',
        language: 'en',
        recipients: Array.from({ length: RECIPIENTS }, (_, at) => addressOf(index, at)),
        required: [],
        subject: '{{schedule}}',
        message: '',
        owner_id: owner,
        next_at: new Date(Math.floor(now.getTime() / 60_000 - 1) * 60_000),
        active_since: now,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('schedule_attachment')
      .values({
        schedule_id: id,
        position: 0,
        report_id: report,
        format: 'pdf',
        period: JSON.stringify({ kind: 'previous', unit: 'day', count: 1 }) as never,
        variables: JSON.stringify({}) as never,
        dashlets: [],
      })
      .execute();
  }
}

/** Renders what waits, until the test is over. */
async function renderOn(): Promise<void> {
  const queue = new RenderQueue({ db: stack.db, clock: systemClock });
  while (!isOver) {
    const row = await queue.claim('renderer');
    if (row === undefined) await systemClock.wait(50);
    else
      await queue.finish(
        { ...row, lease_owner: 'renderer' },
        { name: 'report.pdf', content: Buffer.from('a report') },
      );
  }
}

const countRuns = async (): Promise<number> =>
  (await stack.db.selectFrom('schedule_run').select('id').where('state', '=', 'sent').execute()).length;

describe('schedules that are due while servers are killed', () => {
  it(
    'are executed once each: every recipient gets one mail',
    async () => {
      const shared = await addReport();
      void renderOn();
      await Promise.all([startServer(), startServer()]);
      for (let kill = 0; kill < KILLS; kill += 1) {
        await addDueSchedules(shared, kill * BATCH);
        // A server looks every five seconds: it is killed before, while and after it works.
        await systemClock.wait(5_000 + (kill % 4) * 400);
        const victim = servers.at(-2)!;
        const ended = once(victim, 'exit');
        victim.kill('SIGKILL');
        await ended;
        await startServer();
      }
      await until('every run is sent', async () => (await countRuns()) >= SCHEDULES, WITHIN_MS);
      const runs = await stack.db.selectFrom('schedule_run').select(['schedule_id', 'state']).execute();
      expect(runs).toHaveLength(SCHEDULES);
      const expected = Array.from({ length: SCHEDULES * RECIPIENTS }, (_, index) =>
        addressOf(Math.floor(index / RECIPIENTS), index % RECIPIENTS),
      );
      expect(mails.received.map(({ to }) => to).toSorted()).toEqual(expected.toSorted());
    },
    WITHIN_MS + 120_000,
  );
});
