import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { addMs } from '#platform/clock/time.ts';
import { silentLog } from '#platform/log/log.ts';
import type { AcceptanceRun } from '#schemas/acceptance/acceptance.ts';
import { DiscoveryRequest } from '#schemas/discovery/request.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import type { Problem } from '#schemas/problem/problem.ts';
import { acceptanceSteps } from '#server/composition/acceptance-steps.ts';
import { AuditTrail } from '#server/kernel/audit/audit-trail.ts';
import { AcceptanceWorker } from '#server/shared/acceptance/acceptance-worker.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import { lastEvent, post, someone } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { atNight, casesOfGate } from '#tests/gate/at-night.ts';

/** Accepted in one request before, in 79 s on a busy machine. */
const MANY = 1_107;

let server: ServerUnderTest;
let admin: Browser;
let site: number;
const stopping: AbortController[] = [];
beforeAll(async () => {
  server = await openServer();
  admin = (await someone(server)).page;
  const row = await server.stack.db
    .selectFrom('network_element')
    .select('id')
    .where('kind', '=', 'site')
    .where('customer_id', '=', acme())
    .executeTakeFirstOrThrow();
  site = row.id;
});
afterEach(() => {
  for (const one of stopping.splice(0)) one.abort();
});
afterAll(() => server.close());

const acme = (): number => server.customers.get('acme')!;
const path = (remaining = ''): string => `/api/v1/customers/${String(acme())}/discoveries${remaining}`;
let runs = 0;

/** A finished discovery that proposes new devices, of which some can be wrong, and vanished elements. */
async function discoveryOf(
  devices: number,
  {
    isWrong = () => false,
    vanished = [],
  }: { isWrong?: (number: number) => boolean; vanished?: readonly number[] } = {},
): Promise<{ readonly id: number; readonly prefix: string }> {
  const { db } = server.stack;
  runs += 1;
  const prefix = `run${String(runs)}-`;
  const request = DiscoveryRequest.parse({
    site,
    ranges: ['192.0.2.0/24'],
    credentials: [{ community: 'x' }],
  });
  const { id } = await db
    .insertInto('discovery_run')
    .values({
      customer_id: acme(),
      site_id: site,
      state: 'finished',
      request,
      created_by: 'another user',
      progress: { addresses: 254, queried: 254, found: 1, rejections: {}, rejected: [] },
      created_at: server.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const common = { run_id: id, customer_id: acme(), fields: JSON.stringify([]) as never };
  const added = Array.from({ length: devices }, (_, number) => {
    const found = {
      // A device has an address.
      address: isWrong(number) ? null : `10.${String(runs)}.${String(number >> 8)}.${String(number & 255)}`,
      credential: 0,
      sysName: `${prefix}${String(number)}`,
      description: '',
      objectId: '',
      vendor: 'Cisco',
      model: '',
      serial: '',
      serials: [],
      software: '',
      complete: [],
      faults: {},
    };
    const content = JSON.stringify({ kind: 'device', found }) as never;
    return { ...common, change: 'added' as const, kind: 'device' as const, name: found.sysName, content };
  });
  const deleted = vanished.map((element) => ({
    ...common,
    change: 'vanished' as const,
    kind: 'device' as const,
    name: `gone ${String(element)}`,
    element_id: element,
    content: JSON.stringify({ kind: 'device', found: null }) as never,
  }));
  await db
    .insertInto('discovery_proposal')
    .values([...added, ...deleted])
    .execute();
  return { id, prefix };
}

const accept = (id: number, vanished = 'check') =>
  admin.send('POST', path(`/${String(id)}/accept`), { body: { proposals: 'all', vanished } });
const acceptance = async (id: number): Promise<AcceptanceRun> =>
  (await admin.get(path(`/${String(id)}/proposals?limit=1`))).json<{ acceptance: AcceptanceRun }>()
    .acceptance;
const namesOf = async (prefix: string): Promise<readonly string[]> => {
  const rows = await server.stack.db
    .selectFrom('network_element')
    .select('name')
    .where('name', 'like', `${prefix}%`)
    .execute();
  return rows.map(({ name }) => name);
};

/** Another process of the server. */
function worker(): AcceptanceWorker {
  const { db, bus } = server.stack;
  const audit = new AuditTrail({ db, clock: systemClock });
  const auditOf = audit.of.bind(audit);
  const needs = { db, bus, clock: systemClock, log: silentLog, auditOf, steps: acceptanceSteps };
  const one = new AcceptanceWorker(needs);
  const abort = new AbortController();
  stopping.push(abort);
  one.start(abort.signal);
  return one;
}
const ended = (id: number) =>
  eventually(async () => {
    const run = await acceptance(id);
    // The limit of requests per minute of a user.
    await systemClock.wait(100);
    return run.state === 'running' ? undefined : run;
  });

describe('the acceptance of proposals', () => {
  it('of a few is over with its request', async () => {
    const { id, prefix } = await discoveryOf(25);
    expect((await accept(id)).json()).toEqual({ accepted: 25, held: 0, run: null });
    expect(await namesOf(prefix)).toHaveLength(25);
  });

  atNight(
    'of a thousand runs in steps that starve neither requests of others nor the event loop',
    async () => {
      const { id, prefix } = await discoveryOf(MANY);
      const other = (await someone(server, permissionKeys, ['globex'])).page;
      const globex = server.customers.get('globex')!;
      const reply = (await accept(id)).json<{ run: AcceptanceRun }>();
      expect(reply.run).toMatchObject({ state: 'running', total: MANY });
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      worker();
      const times: number[] = [];
      let run = await acceptance(id);
      while (run.state === 'running') {
        const startMs = performance.now();
        const read = await other.get(`/api/v1/customers/${String(globex)}/discoveries`);
        times.push(performance.now() - startMs);
        expect(read.statusCode).toBe(200);
        await systemClock.wait(100);
        run = await acceptance(id);
      }
      delay.disable();
      const p95 = times.toSorted((one, two) => one - two)[Math.floor(times.length * 0.95)]!;
      process.stdout.write(
        `${String(MANY)} proposals: p95 of another customer ${p95.toFixed(0)} ms of ${String(times.length)} requests, event loop ${(delay.percentile(99) / 1e6).toFixed(0)} ms (p99), ${(delay.max / 1e6).toFixed(0)} ms (longest)\n`,
      );
      expect(run).toMatchObject({ state: 'finished', done: MANY, accepted: MANY, held: 0, failed: [] });
      expect(new Set(await namesOf(prefix)).size).toBe(MANY);
      expect(times.length).toBeGreaterThan(10);
    },
    180_000,
  );

  atNight(
    'is continued by another process where the first has ended, without a proposal accepted twice',
    async () => {
      const { id, prefix } = await discoveryOf(120);
      await accept(id);
      const first = worker();
      await eventually(async () => (await acceptance(id)).done >= 10 || undefined);
      stopping.pop()!.abort();
      await first.idle();
      const between = await acceptance(id);
      expect(between.state).toBe('running');
      worker();
      expect(await ended(id)).toMatchObject({ state: 'finished', accepted: 120, done: 120 });
      expect((await namesOf(prefix)).length).toBe(120);
    },
  );

  atNight('can be cancelled: what was accepted stays, the others stay open', async () => {
    const { id, prefix } = await discoveryOf(200);
    await accept(id);
    expect((await accept(id)).json<Problem>().code).toBe('ACCEPTANCE_RUNNING');
    const cancelled = await admin.send('POST', path(`/${String(id)}/accept/cancel`));
    const { state, accepted } = cancelled.json<AcceptanceRun>();
    expect(state).toBe('cancelled');
    await worker().idle();
    expect(await namesOf(prefix)).toHaveLength(accepted);
    const again = await admin.send('POST', path(`/${String(id)}/accept/cancel`));
    expect(again.json<Problem>().code).toBe('ACCEPTANCE_ENDED');
    const { total } = (await admin.get(path(`/${String(id)}/proposals?state=open&limit=1`))).json<{
      total: number;
    }>();
    expect(total).toBe(200 - accepted);
  });

  it.each(
    casesOfGate<readonly [string, string, (account: number) => Promise<unknown>]>([
      [
        'the permission',
        'permission',
        (account: number) =>
          server.stack.db
            .deleteFrom('role_permission')
            .where('role_id', 'in', (eb) =>
              eb.selectFrom('account').select('role_id').where('account.id', '=', account),
            )
            .execute(),
      ],
      [
        'the customer',
        'reach',
        (account: number) =>
          server.stack.db.deleteFrom('account_customer').where('account_id', '=', account).execute(),
      ],
      [
        'the account',
        'account',
        (account: number) =>
          server.stack.db
            .updateTable('account')
            .set({ lock_reason: 'admin' })
            .where('id', '=', account)
            .execute(),
      ],
    ]),
  )(
    'stops with its reason when %s of its user is withdrawn, and retains what was accepted',
    async (_, reason, withdraw) => {
      const { id, prefix } = await discoveryOf(120);
      const user = await someone(server, ['NETWORK.PROVISIONING.write'], ['acme']);
      const body = { proposals: 'all', vanished: 'check' };
      expect((await user.page.send('POST', path(`/${String(id)}/accept`), { body })).statusCode).toBe(200);
      worker();
      await eventually(async () => (await acceptance(id)).accepted > 0 || undefined);
      await withdraw(user.account);
      const run = await ended(id);
      expect(run).toMatchObject({ state: 'cancelled', stopReason: reason, done: run.accepted, failed: [] });
      expect(run.accepted).toBeLessThan(120);
      expect(await namesOf(prefix)).toHaveLength(run.accepted);
      const open = await admin.get(path(`/${String(id)}/proposals?state=open&limit=1`));
      expect(open.json<{ total: number }>().total).toBe(120 - run.accepted);
      expect(await lastEvent(server, 'discovery.accept-cancel')).toMatchObject({
        via: 'system',
        subject_id: String(id),
        detail: expect.stringContaining(`"${reason}"`) as string,
      });
    },
  );

  const expiring = (token: number, inMs: number) =>
    server.stack.db
      .updateTable('api_token')
      .set({ expires_at: addMs(systemClock.now(), inMs) })
      .where('id', '=', token);
  atNight.each<readonly [string, (token: number) => { readonly execute: () => Promise<unknown> }]>([
    ['is revoked', (token: number) => server.stack.db.deleteFrom('api_token').where('id', '=', token)],
    ['expires', (token: number) => expiring(token, -1_000)],
  ])('stops when the API token that started it %s, while its owner retains every right', async (_, end) => {
    const { id, prefix } = await discoveryOf(120);
    const owner = await someone(server, ['NETWORK.PROVISIONING.write', 'API.read'], ['acme']);
    const permissions = ['NETWORK.PROVISIONING.write'];
    const draft = { name: 'pipeline', permissions, customers: [acme()], days: 30 };
    const { token, made } = await post<{ token: string; made: { id: number } }>(owner.page, '/token', draft);
    // By the clock of the worker, which is that of the machine.
    await expiring(made.id, 3_600_000).execute();
    const started = await server.app.inject({
      method: 'POST',
      url: path(`/${String(id)}/accept`),
      headers: { authorization: `Bearer ${token}`, host: '127.0.0.1:8080' },
      payload: { proposals: 'all', vanished: 'check' },
    });
    expect(started.statusCode).toBe(200);
    worker();
    await eventually(async () => (await acceptance(id)).accepted > 0 || undefined);
    await end(made.id).execute();
    const run = await ended(id);
    expect(run).toMatchObject({ state: 'cancelled', stopReason: 'token', done: run.accepted, failed: [] });
    expect(run.accepted).toBeLessThan(120);
    expect(await namesOf(prefix)).toHaveLength(run.accepted);
    expect((await lastEvent(server, 'discovery.accept-cancel')).detail).toContain('"token"');
    // The session of the owner accepts what is open.
    const body = { proposals: 'all', vanished: 'check' };
    expect((await owner.page.send('POST', path(`/${String(id)}/accept`), { body })).statusCode).toBe(200);
    expect(await ended(id)).toMatchObject({ state: 'finished', stopReason: null });
    expect(await namesOf(prefix)).toHaveLength(120);
  });

  it('names what could not be accepted, and accepts the others', async () => {
    const { id, prefix } = await discoveryOf(60, { isWrong: (number) => number === 17 });
    await accept(id);
    worker();
    const run = await ended(id);
    expect(run).toMatchObject({ state: 'finished', accepted: 59, done: 60 });
    expect(run.failed).toHaveLength(1);
    expect(run.failed.map(({ code }) => code)).toEqual(['UNEXPECTED']);
    expect(await namesOf(prefix)).not.toContain(`${prefix}17`);
  });

  it('of all stops while more than a tenth of the elements have vanished, until a person decides', async () => {
    const { db } = server.stack;
    const known = await db
      .selectFrom('network_element')
      .select('id')
      .where('kind', '=', 'device')
      .where('parent_id', '=', site)
      .where('active', '=', true)
      .execute();
    const vanished = known.slice(0, Math.ceil(known.length / 9) + 2).map(({ id }) => id);
    const { id, prefix } = await discoveryOf(2, { vanished });
    const stopped = await accept(id);
    expect(stopped.statusCode).toBe(409);
    expect(stopped.json<Problem>()).toMatchObject({
      code: 'ACCEPTANCE_REMOVES_MANY',
      params: { lacks: vanished.length, had: known.length },
    });
    expect(await namesOf(prefix)).toEqual([]);
    expect((await accept(id, 'exclude')).json()).toMatchObject({ accepted: 2 });
    const active = async () =>
      (await db.selectFrom('network_element').select('active').where('id', 'in', vanished).execute()).filter(
        (one) => one.active,
      ).length;
    expect(await active()).toBe(vanished.length);
    const included = (await accept(id, 'include')).json<{ run: AcceptanceRun | null }>();
    if (included.run !== null) {
      worker();
      await ended(id);
    }
    expect(await active()).toBe(0);
  });
});
