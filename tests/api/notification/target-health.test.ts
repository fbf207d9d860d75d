import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { streams } from '#schemas/bus/stream.ts';
import { hasFailedLong, type TargetHealth } from '#schemas/notification/target-health.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';

const WEBHOOKS = '/api/v1/mt/settings/webhooks';

let server: ServerUnderTest;
let admin: Browser;
let made = 0;

beforeAll(async () => {
  server = await openServer();
  await server.account({
    username: 'targets',
    permissions: ['SETTINGS.WEBHOOK.read', 'SETTINGS.WEBHOOK.write'],
  });
  admin = await server.signedIn('targets');
  await server.stack.bus.ensureStreams([streams.jobs]);
});
beforeEach(async () => {
  await server.stack.db.deleteFrom('webhook').execute();
  await server.stack.db.deleteFrom('notification_delivery').execute();
});
afterAll(() => server.close());

const before = (minutes: number): Date => new Date(server.clock.now().getTime() - minutes * MINUTE_MS);

/** A webhook that was last changed a week ago. */
async function add(name: string, enabled = true): Promise<number> {
  const { id } = await server.stack.db
    .insertInto('webhook')
    .values({
      name,
      enabled,
      url: 'https://noc.example/hook',
      headers: JSON.stringify([]) as unknown as [],
      payload_kind: 'text',
      template: '',
      trigger: 'both',
      allow_insecure: false,
      updated_at: before(7 * 24 * 60),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function attempt(
  target: number,
  { minutes, ...changes }: { minutes: number; state: string; response?: string; restricted?: boolean },
): Promise<void> {
  made += 1;
  const at = before(minutes);
  await server.stack.db
    .insertInto('notification_delivery')
    .values({
      key: `health-${String(made)}`,
      kind: 'webhook',
      target,
      events: 1,
      attempts: 1,
      response: '',
      created_at: at,
      updated_at: at,
      ...changes,
    })
    .execute();
}

const read = async (): Promise<TargetHealth[]> =>
  (await admin.get(`${WEBHOOKS}/health`)).json<{ targets: TargetHealth[] }>().targets;

it('a target fails since its first failure after the last success, with the cause of the last one', async () => {
  const id = await add('desk');
  await attempt(id, { minutes: 90, state: 'dead', response: 'HTTP 500' });
  await attempt(id, { minutes: 60, state: 'delivered' });
  await attempt(id, { minutes: 40, state: 'dead', response: 'HTTP 503' });
  await attempt(id, { minutes: 20, state: 'retrying', response: 'ECONNREFUSED' });
  const [desk] = await read();
  expect(desk).toMatchObject({
    id,
    name: 'desk',
    state: 'failing',
    cause: 'ECONNREFUSED',
    delivered: 1,
    failed: 3,
    backlog: 0,
    failingSince: before(40).getTime(),
    lastDelivered: before(60).getTime(),
  });
  expect(hasFailedLong(desk!, server.clock.now().getTime())).toBe(true);
});

it('a failure is over after a success, and after a change of the target', async () => {
  const mended = await add('mended');
  await attempt(mended, { minutes: 30, state: 'dead' });
  await attempt(mended, { minutes: 10, state: 'delivered' });
  const changed = await add('changed');
  await attempt(changed, { minutes: 30, state: 'retrying', response: 'ENOTFOUND' });
  await server.stack.db
    .updateTable('webhook')
    .set({ updated_at: before(5) })
    .where('id', '=', changed)
    .execute();
  const found = (await read()).map(({ name, state, cause, failed }) => ({ name, state, cause, failed }));
  expect(found).toEqual([
    { name: 'changed', state: 'unused', cause: '', failed: 1 },
    { name: 'mended', state: 'delivering', cause: '', failed: 1 },
  ]);
});

it('deliveries older than a day are not counted', async () => {
  const id = await add('old');
  await attempt(id, { minutes: 25 * 60, state: 'delivered' });
  await attempt(id, { minutes: 25 * 60 + 1, state: 'dead' });
  expect(await read()).toMatchObject([{ state: 'delivering', delivered: 0, failed: 0 }]);
});

it('the cause hides responses about restricted alarms, the state does not', async () => {
  const id = await add('desk');
  await attempt(id, { minutes: 3, state: 'dead', response: 'no secret line', restricted: true });
  expect(await read()).toMatchObject([{ state: 'failing', cause: '' }]);
});

it('queued notifications are counted by target: one without attempts waits', async () => {
  const id = await add('queue');
  const other = await add('paused', false);
  const publisher = server.stack.bus.publisher();
  const data = new TextEncoder().encode('{}');
  const subjects = [`${String(id)}.1-2`, `${String(id)}.1-3`, `${String(id)}.1-3`, 'any'];
  for (const subject of [...subjects, `${String(other)}.1-2`])
    await publisher.publish({ subject: `jobs.webhook.${subject}`, data });
  publisher.close();
  expect(await read()).toMatchObject([
    { name: 'paused', state: 'paused', backlog: 1 },
    { name: 'queue', state: 'waiting', backlog: 3 },
  ]);
});
