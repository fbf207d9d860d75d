import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { freePort } from '#platform/embedded/free-port.ts';
import { systemIds } from '#platform/id/id.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { quantile } from '#bench/harness/quantile.ts';
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
} from '#tests/fixtures/scheduling/due-schedules.ts';
import { smtpReceiver, type SmtpReceiver } from '#tests/fixtures/scheduling/smtp-receiver.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { openStack, type Stack } from '../store/stack.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';

const SCHEDULES = Number(process.env['DUE_SCHEDULES'] ?? 1_000);
const CUSTOMERS = 20;
const WITHIN_MS = 20 * MINUTE_MS;
const LOOK_MS = 250;
/** Of a console whose server has nothing else to do. */
const CALM_MS = 20_000;

let stack: Stack;
let notification: Notification;
let mails: SmtpReceiver;
let processes: ProductProcesses;
let port: number;

beforeAll(async () => {
  stack = await openStack();
  const customers = Array.from({ length: CUSTOMERS }, (_, at) => ({
    clientId: `c${String(at)}`,
    name: `Customer ${String(at)}`,
    sites: [{ name: `Site of ${String(at)}`, latitude: 48, longitude: 2 }],
  }));
  await importNetwork({ db: stack.db, secrets: testSecrets }, NetworkFile.parse({ customers }));
  mails = await smtpReceiver();
  await storeMailServer(stack, mails.port);
  notification = await startNotification(stack);
  processes = new ProductProcesses(stack.env);
  port = await freePort(0);
  await processes.start('console/server/main.ts', { PORT: String(port) });
}, 300_000);
afterAll(async () => {
  await processes.killAll();
  await notification.stop();
  await mails.close();
  await stack.close();
});

/** A token of a user, as a program has one. */
async function addToken(account: number): Promise<string> {
  const token = `telltale_${systemIds.bytes(32).toString('base64url')}`;
  const now = systemClock.now();
  await stack.db
    .insertInto('api_token')
    .values({
      account_id: account,
      name: 'console',
      token_hash: createHash('sha256').update(token).digest('hex'),
      permissions: ['SCHEDULING.read'],
      all_customers: true,
      created_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .execute();
  return token;
}

/** Opens the list of schedules of a customer all the time; returns how long each took, in milliseconds. */
function readConsole(token: string, customer: number, signal: AbortSignal): Promise<readonly number[]> {
  const url = `http://127.0.0.1:${String(port)}/api/v1/customers/${String(customer)}/scheduling`;
  const took: number[] = [];
  const read = async (): Promise<readonly number[]> => {
    while (!signal.aborted) {
      const start = performance.now();
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(String(response.status));
      took.push(performance.now() - start);
      await systemClock.wait(LOOK_MS);
    }
    return took;
  };
  return read();
}

describe('schedules that are due in the same minute', () => {
  it(
    'are all sent once, customers in turns, while consoles stay as fast',
    async () => {
      const { db } = stack;
      const customers = (await db.selectFrom('customer').select('id').orderBy('id').execute()).map(
        ({ id }) => id,
      );
      const owner = await addOwner(stack);
      const reports = new Map<number, number>();
      for (const customer of customers) reports.set(customer, await addTableReport(stack, customer));
      // Other consoles look at a customer without schedules: their list is as long at any time.
      const watched = customers.pop()!;
      const token = await addToken(owner);
      const calm = await readConsole(token, watched, AbortSignal.timeout(CALM_MS));
      const at = new Date(Math.floor(systemClock.now().getTime() / MINUTE_MS) * MINUTE_MS);
      // One customer after another, as their rows are: turns are not by chance.
      const perCustomer = Math.ceil(SCHEDULES / customers.length);
      const expected: string[] = [];
      for (let index = 0; index < SCHEDULES; index += 1) {
        const customer = customers[Math.floor(index / perCustomer)]!;
        const recipient = `r${String(index)}@example.net`;
        expected.push(recipient);
        await addDueSchedule(
          stack,
          { customer, owner, report: reports.get(customer)! },
          { name: `Schedule ${String(index)}`, at, recipients: [recipient] },
        );
      }
      const ending = new AbortController();
      const start = performance.now();
      const busy = readConsole(token, watched, ending.signal);
      await processes.start('engine/jobs/main.ts', { CONSOLE_URL: `http://127.0.0.1:${String(port)}` });
      await until(
        'every mail is there',
        () => Promise.resolve(mails.received.length >= SCHEDULES),
        WITHIN_MS,
      );
      const seconds = (performance.now() - start) / 1_000;
      const isSent = async () =>
        (await db.selectFrom('schedule_run').select('id').where('state', '=', 'sent').execute()).length;
      await until('every run is recorded', async () => (await isSent()) >= SCHEDULES, 3 * MINUTE_MS);
      ending.abort();
      const times = await busy;

      expect(mails.received.map(({ to }) => to).toSorted()).toEqual(expected.toSorted());
      const runs = await db.selectFrom('schedule_run').select(['schedule_id', 'state']).execute();
      expect([runs.length, new Set(runs.map((run) => run.schedule_id)).size]).toEqual([SCHEDULES, SCHEDULES]);

      const claimed = await db
        .selectFrom('report_run')
        .select('customer_id')
        .orderBy('claimed_at')
        .orderBy('id')
        .execute();
      const counts = new Map(customers.map((customer) => [customer, 0]));
      let widest = 0;
      for (const { customer_id: customer } of claimed.slice(
        0,
        customers.length * Math.floor(perCustomer / 2),
      )) {
        counts.set(customer, (counts.get(customer) ?? 0) + 1);
        widest = Math.max(widest, Math.max(...counts.values()) - Math.min(...counts.values()));
      }
      const [before, during] = [quantile(calm, 0.5), quantile(times, 0.5)];
      const figures = [
        `${String(SCHEDULES)} schedules of ${String(customers.length)} customers: all mails after ${seconds.toFixed(1)} s`,
        `customers are at most ${String(widest)} reports apart`,
        `list of schedules, median ${before.toFixed(1)} ms before, ${during.toFixed(1)} ms while they are sent (95th ${quantile(calm, 0.95).toFixed(1)}, ${quantile(times, 0.95).toFixed(1)} ms)`,
      ];
      process.stdout.write(`${figures.join('\n')}\n`);
      // Schedules are prepared within seconds; until then a customer has fewer of them in the queue.
      expect(widest).toBeLessThanOrEqual(3);
    },
    WITHIN_MS + 5 * MINUTE_MS,
  );
});
