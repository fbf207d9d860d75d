import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subjects } from '#schemas/bus/subject.ts';
import { counters } from '#schemas/counter/catalogue.ts';
import { MAX_POLLERS, type ListedPoller } from '#schemas/polling/routes.ts';
import { loadPolling } from '#platform/polling/load.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { pollerFields } from '#tests/fixtures/update-fields.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

const PATH = '/api/v1/mt/polling';
const temperature = {
  ...pollerFields,
  name: 'Temperature',
  level: 'device',
  oid: '1.3.6.1.4.1.9.9.13.1.3.1.3',
  script: 'procedure(maximum)',
  valueType: 'gauge',
  counters: ['temperature'],
};

let server: ServerUnderTest;
let page: Browser;
const reported: string[] = [];
const listening = new AbortController();
beforeAll(async () => {
  server = await openServer();
  await server.account({ username: 'poll', permissions: ['POLLING.read', 'POLLING.write'] });
  page = await server.signedIn('poll');
  server.stack.bus.subscribe(
    subjects.config('polling'),
    ({ subject }) => {
      reported.push(subject);
    },
    { signal: listening.signal },
  );
  await server.stack.bus.flush();
});
afterAll(async () => {
  listening.abort();
  await server.close();
});

const list = async (query = ''): Promise<readonly ListedPoller[]> =>
  ((await page.get(`${PATH}${query}`)).json() as { pollers: ListedPoller[] }).pollers;
const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => {
  const response = await page.send(method, `${PATH}${path}`, { body });
  return { status: response.statusCode, body: response.json() as Record<string, unknown> };
};

describe('the pollers', () => {
  it('are listed with the built-in ones, which are on', async () => {
    const pollers = await list();
    expect(pollers.find(({ id }) => id === 'in-octets')).toMatchObject({
      builtIn: true,
      active: true,
      name: 'ifHCInOctets (IF-MIB)',
      level: 'interface',
      oid: '1.3.6.1.2.1.31.1.1.1.6',
      incremental: true,
      counters: [{ key: 'in_octets', id: counters.in_octets.id }],
    });
    expect(pollers.find(({ id }) => id === 'ip-sla')).toMatchObject({ script: 'procedure(ipSla)' });
  });

  it('are defined; a counter of their own has a number from 10,000 up, and every process is notified', async () => {
    const before = reported.length;
    const { status, body } = await send('POST', '', temperature);
    expect([status, body]).toEqual([
      200,
      {
        ...temperature,
        id: expect.stringMatching(/^\d+$/) as string,
        builtIn: false,
        active: true,
        defaultValue: null,
        incremental: false,
        counters: [{ key: 'temperature', id: 10_000 }],
        updatedAt: server.clock.now().toISOString(),
        version: 1,
        updatedBy: 'poll',
      },
    ]);
    expect((await loadPolling(server.stack.db)).pollers).toMatchObject([
      { name: 'Temperature', procedure: 'maximum', counter: 10_000 },
    ]);
    await eventually(() => (reported.length > before ? true : undefined));
  });

  it('of other devices may give the same counter, and not one of another meaning', async () => {
    const other = { ...temperature, name: 'Temperature, Juniper', oid: '1.3.6.1.4.1.2636.3.1.13.1.7.9' };
    expect((await send('POST', '', other)).body).toMatchObject({ counters: [{ id: 10_000 }] });
    const grows = { ...other, name: 'Grows', script: null, valueType: 'counter64', incremental: true };
    expect(await send('POST', '', grows)).toMatchObject({
      status: 400,
      body: {
        code: 'VALIDATION',
        errors: [{ path: 'body.counters.0', message: expect.stringContaining('temperature') as string }],
      },
    });
  });

  it('with a wrong OID are rejected, naming the field', async () => {
    expect(await send('POST', '', { ...temperature, name: 'Wrong', oid: '1.3.x' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'body.oid', message: 'OID is not in valid format' }] },
    });
  });

  it('have each a name of their own', async () => {
    expect(await send('POST', '', temperature)).toMatchObject({
      status: 409,
      body: { code: 'NAME_TAKEN', errors: [{ path: 'body.name' }] },
    });
  });

  it('are changed, disabled, shown or hidden when disabled, and deleted', async () => {
    const { id } = (await list()).find(({ name }) => name === 'Temperature')!;
    const changed = await send('PUT', `/${id}`, { ...temperature, script: 'procedure(mean)', version: 1 });
    // Another save is based on the version before.
    expect((await send('PUT', `/${id}`, { ...temperature, version: 1 })).body).toMatchObject({
      code: 'CONFLICT',
    });
    expect(changed).toMatchObject({ status: 200, body: { script: 'procedure(mean)' } });
    expect((await send('PUT', `/${id}/active`, { active: false })).body).toMatchObject({ active: false });
    const names = async (query: string) => (await list(query)).map(({ name }) => name);
    expect(await names('?deactivated=true')).toContain('Temperature');
    expect(await names('?deactivated=false')).not.toContain('Temperature');
    expect((await loadPolling(server.stack.db)).pollers.map(({ name }) => name)).toEqual([
      'Temperature, Juniper',
    ]);
    expect((await send('DELETE', `/${id}`)).status).toBe(200);
    expect((await send('DELETE', `/${id}`)).body).toMatchObject({ code: 'NOT_FOUND' });
    expect((await send('PUT', `/${id}`, { ...temperature, version: 1 })).body).toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('that were deleted leave their counter its number: samples carry it', async () => {
    const left = (await list()).find(({ name }) => name === 'Temperature, Juniper')!;
    await send('DELETE', `/${left.id}`);
    expect((await send('POST', '', temperature)).body).toMatchObject({ counters: [{ id: 10_000 }] });
    const humidity = { ...temperature, name: 'Humidity', counters: ['humidity'] };
    expect((await send('POST', '', humidity)).body).toMatchObject({ counters: [{ id: 10_001 }] });
  });

  it('that are built in can be disabled and enabled, but not changed or deleted', async () => {
    expect((await send('PUT', '/in-octets/active', { active: false })).body).toMatchObject({
      active: false,
      updatedBy: 'poll',
    });
    expect((await loadPolling(server.stack.db)).deactivated).toEqual(['in-octets']);
    expect((await list('?deactivated=false')).map(({ id }) => id)).not.toContain('in-octets');
    expect((await send('PUT', '/in-octets/active', { active: true })).body).toMatchObject({ active: true });
    expect((await loadPolling(server.stack.db)).deactivated).toEqual([]);
    for (const method of ['PUT', 'DELETE'] as const)
      expect(
        await send(method, '/in-octets', method === 'PUT' ? { ...temperature, version: 1 } : undefined),
      ).toMatchObject({
        status: 409,
        body: { code: 'POLLER_BUILT_IN' },
      });
    expect((await send('DELETE', '/no-such')).status).toBe(404);
  });

  it(`are ${String(MAX_POLLERS)} at most`, async () => {
    const { db } = server.stack;
    const { count } = await db
      .selectFrom('poller')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const cells = {
      level: 'device' as const,
      oid: '1.3.6.1',
      value_type: 'gauge' as const,
      counters: ['many'],
    };
    await db
      .insertInto('poller')
      .values(
        Array.from({ length: MAX_POLLERS - count }, (_, at) => ({ ...cells, name: `many ${String(at)}` })),
      )
      .execute();
    expect(await send('POST', '', { ...temperature, name: 'One more' })).toMatchObject({
      status: 409,
      body: { code: 'POLLER_MAXIMUM_REACHED', params: { max: MAX_POLLERS } },
    });
  });
});
