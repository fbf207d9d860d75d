import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { readRenderedFile } from '#platform/rendering/rendered-files.ts';
import {
  addRenderings,
  cancelRenderings,
  RenderQueue,
  RENDER_LEASE_MS,
} from '#platform/rendering/render-queue.ts';
import { FILE_PART_BYTES } from '#schemas/rendering/rendering.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import { addMs } from '#platform/clock/time.ts';
import { openServer, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';

let server: ServerUnderTest;
let clock: ManualClock;
let queue: RenderQueue;
let requester: number;
beforeAll(async () => {
  server = await openServer();
  requester = await server.account({ username: 'requester', permissions: [], customers: ['acme'] });
});
afterAll(() => server.close());
beforeEach(async () => {
  clock = new ManualClock(Date.UTC(2026, 0, 5));
  queue = new RenderQueue({ db: server.stack.db, clock });
  await server.stack.db.deleteFrom('report_run').execute();
});

const add = (clientId: string, count: number, scheduleRun: number | null = null) =>
  server.stack.db.transaction().execute((tx) =>
    addRenderings(
      tx,
      Array.from({ length: count }, () => ({
        customer: server.customers.get(clientId)!,
        report: 1,
        format: 'pdf' as const,
        parameters: { from: 0, to: 1, timeZone: 'UTC', language: 'en' as const, variables: {}, dashlets: [] },
        requester,
        scheduleRun,
        expiresAt: addMs(clock.now(), DAY_MS),
      })),
      clock.now(),
    ),
  );
const claim = async (worker: string) => {
  const row = await queue.claim(worker);
  return row && { ...row, lease_owner: worker };
};
const stateOf = (id: number) =>
  server.stack.db
    .selectFrom('report_run')
    .select(['state', 'failure', 'attempts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const file = (bytes: number) => ({ name: 'report.pdf', content: Buffer.alloc(bytes, 'x') });

describe('the queue of reports', () => {
  it('serves customers in turns, however many reports one of them has', async () => {
    await add('acme', 3);
    await add('globex', 2);
    const order: number[] = [];
    for (let row = await claim('one'); row !== undefined; row = await claim('one')) {
      order.push(row.customer_id);
      await clock.advance(1_000);
    }
    const [acme, globex] = [server.customers.get('acme'), server.customers.get('globex')];
    expect(order).toEqual([acme, globex, acme, globex, acme]);
  });

  it('gives each report to one of many processes', async () => {
    const ids = await add('acme', 8);
    const rows = await Promise.all(ids.map((_, index) => claim(`worker ${String(index)}`)));
    expect(new Set(rows.map((row) => row?.id))).toEqual(new Set(ids));
    expect(await claim('late')).toBeUndefined();
  });

  it('gives the report of a process that has ended to another one, and fails it when that one ends too', async () => {
    const [id = 0] = await add('acme', 1);
    const first = (await claim('one'))!;
    await clock.advance(RENDER_LEASE_MS - 1);
    expect(await queue.beat(first, { done: 1, total: 4 })).toBe(true);
    await clock.advance(RENDER_LEASE_MS - 1);
    expect(await claim('two')).toBeUndefined();
    await clock.advance(2);
    const second = (await claim('two'))!;
    expect(second.id).toBe(id);
    expect(await queue.beat(first, { done: 2, total: 4 })).toBe(false);
    expect(await queue.finish(first, file(10))).toBe(false);
    await clock.advance(RENDER_LEASE_MS + 1);
    expect(await claim('three')).toBeUndefined();
    expect(await stateOf(id)).toEqual({ state: 'failed', failure: 'crashed', attempts: 2 });
  });

  it('is not charged for a process that is stopped', async () => {
    const [id = 0] = await add('acme', 1);
    await queue.release((await claim('one'))!);
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', attempts: 0 });
    expect((await claim('two'))?.id).toBe(id);
  });

  it('stores files of many parts, with a preview, until they expire', async () => {
    const [id = 0] = await add('acme', 1);
    const bytes = 2 * FILE_PART_BYTES + 17;
    expect(
      await queue.finish((await claim('one'))!, file(bytes), { preview: { content: Buffer.from('png') } }),
    ).toBe(true);
    const { db } = server.stack;
    expect((await readRenderedFile(db, { run: id, kind: 'file' }))?.equals(file(bytes).content)).toBe(true);
    expect((await readRenderedFile(db, { run: id, kind: 'preview' }))?.toString()).toBe('png');
    expect(await queue.deleteExpired()).toBe(0);
    await clock.advance(DAY_MS + 1);
    expect(await queue.deleteExpired()).toBe(1);
    expect(await readRenderedFile(db, { run: id, kind: 'file' })).toBeUndefined();
  });

  it('cancels the reports of a run, which their process notices', async () => {
    const { db } = server.stack;
    const schedule = await db
      .insertInto('schedule')
      .values({
        customer_id: server.customers.get('acme')!,
        name: 'cancelled',
        enabled: true,
        trigger: JSON.stringify({ kind: 'hourly', minute: 0 }) as never,
        time_zone: 'UTC',
        language: 'en',
        recipients: [],
        required: [],
        subject: '',
        message: '',
        active_since: clock.now(),
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const run = await db
      .insertInto('schedule_run')
      .values({
        schedule_id: schedule.id,
        due_at: clock.now(),
        cause: 'time',
        state: 'failed',
        created_at: clock.now(),
        state_since: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const [id = 0] = await add('acme', 1, run.id);
    const attempt = (await claim('one'))!;
    await cancelRenderings(db, [run.id], clock.now());
    expect(await queue.beat(attempt, { done: 1, total: 2 })).toBe(false);
    expect(await stateOf(id)).toMatchObject({ state: 'cancelled' });
  });
});
