import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentValue } from '#demo/snmp/agent-value.ts';
import type { PollerTestResult, TestDevice } from '#schemas/polling/poller-test.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';
import { startPollerProcess, type PollerProcess } from '#tests/fixtures/snmp/poller-process.ts';
import { timeLimit } from '#tests/fixtures/time-limit.ts';

const PATH = '/api/v1/mt/polling';
const SESSIONS = '1.3.6.1.4.1.12356.101.4.1.8';
const PARTS = '1.3.6.1.4.1.9.9.13.1.3.1.3';
const IN_OCTETS = '1.3.6.1.2.1.31.1.1.1.6';
/** A long table: more rows than a poller reads. */
const LONG = '1.3.6.1.4.1.9.9.999.1';

const objects: readonly (readonly [string, AgentValue])[] = [
  [`${SESSIONS}.0`, { type: 'gauge32', value: 4_210 }],
  ...[31, 44, 29].map((value, at) => [`${PARTS}.${String(at + 1)}`, { type: 'gauge32', value }] as const),
  ['1.3.6.1.4.1.2021.10.1.3.1', { type: 'octets', value: '0.42' }],
  ['1.3.6.1.4.1.2021.10.1.3.2', { type: 'octets', value: 'n/a' }],
  ...Array.from(
    { length: 230 },
    (_, at) => [`${LONG}.${String(at + 1)}`, { type: 'gauge32', value: 1 }] as const,
  ),
];

let server: ServerUnderTest;
let admin: Browser;
let poller: PollerProcess;

beforeAll(async () => {
  server = await openServer();
  const device = (customer: string, name: string) => ({ customer, name, objects: new Map(objects) });
  poller = await startPollerProcess(server, [
    { ...device('acme', 'edge-1'), vendor: 'Fortinet' },
    { ...device('acme', 'edge-2'), isSilent: true },
    device('acme', 'switched-off'),
    device('initech', 'foreign-1'),
  ]);
  const off = server.inventory().devices.get(poller.idOf('switched-off'))!;
  Object.assign(off, { active: false });
  await server.account({ username: 'poll', permissions: ['POLLING.write'], customers: ['acme'] });
  admin = await server.signedIn('poll');
});
afterAll(async () => {
  poller.close();
  await server.close();
});

const gauge = { level: 'device', script: null, valueType: 'gauge', defaultValue: null };
const attempt = (reading: object, { device = 'edge-1', walk = false } = {}) =>
  admin.send('POST', `${PATH}/test`, { body: { device: poller.idOf(device), reading, walk } });
const read = async (...of: Parameters<typeof attempt>): Promise<PollerTestResult> =>
  (await attempt(...of)).json();

describe('a poller that is tested on a device', () => {
  it('shows the object with its type, and the value that would be stored', async () => {
    const result = await read({ ...gauge, oid: `${SESSIONS}.0` });
    expect(result).toMatchObject({ failure: '', requests: 1, read: 'object', more: false, stored: '4210' });
    expect(result.objects).toMatchObject([{ oid: `${SESSIONS}.0`, type: 'gauge32', value: '4210' }]);
    expect(result.durationMs).toBeLessThan(timeLimit(5_000));
  });

  it('shows what is below an object that the device does not have: the last number is missing', async () => {
    const result = await read({ ...gauge, oid: SESSIONS });
    expect(result).toMatchObject({ read: 'below', stored: null, fault: null });
    expect(result.objects.map(({ oid }) => oid)).toEqual([`${SESSIONS}.0`]);
  });

  it('says that there is no such object, and stores the default value', async () => {
    const result = await read({ ...gauge, oid: '1.3.6.1.4.1.99.1.0', defaultValue: 7 });
    expect(result.objects).toMatchObject([{ type: 'absent', value: '' }]);
    expect(result.stored).toBe('7');
  });

  it.each([
    ['procedure(maximum)', '44'],
    ['procedure(sum)', '104'],
    ['procedure(count)', '3'],
  ])('aggregates the rows of its column by %s', async (script, stored) => {
    const result = await read({ ...gauge, oid: PARTS, script });
    expect(result.objects.map(({ value }) => value)).toEqual(['31', '44', '29']);
    expect(result).toMatchObject({ read: 'rows', stored });
  });

  it('names a value of another type than the poller expects', async () => {
    const result = await read({ ...gauge, oid: `${SESSIONS}.0`, valueType: 'counter64' });
    expect(result).toMatchObject({ stored: null, fault: 'wrong type' });
  });

  it('turns a decimal in a text into hundredths', async () => {
    const load = { ...gauge, valueType: 'text', script: 'procedure(hundredths)' };
    expect(await read({ ...load, oid: '1.3.6.1.4.1.2021.10.1.3.1' })).toMatchObject({ stored: '42' });
    const broken = await read({ ...load, oid: '1.3.6.1.4.1.2021.10.1.3.2' });
    expect(broken).toMatchObject({ stored: null, fault: 'wrong type', objects: [{ value: 'n/a' }] });
  });

  it('shows a value for each interface, and the names of those in the inventory', async () => {
    const octets = { ...gauge, level: 'interface', oid: IN_OCTETS, valueType: 'counter64' };
    const { objects: rows, stored } = await read(octets);
    expect(rows).toMatchObject([
      { oid: `${IN_OCTETS}.1`, type: 'counter64', value: '1000', interface: '', stored: '1000' },
      { oid: `${IN_OCTETS}.2`, type: 'counter64', value: '2000', interface: 'Gi0/1', stored: '2000' },
    ]);
    expect(stored).toBeNull();
  });

  it('reads the rows that a poll reads, and says that there are more', async () => {
    const result = await read({ ...gauge, oid: LONG, script: 'procedure(sum)' });
    expect(result.objects).toHaveLength(200);
    expect(result).toMatchObject({ more: true, stored: '200' });
  });

  it('walks the table of a built-in poller', async () => {
    const result = await read({ ...gauge, oid: '1.3.6.1.4.1.9.9.13.1.3.1' }, { walk: true });
    expect(result).toMatchObject({ read: 'rows', stored: null });
    expect(result.objects).toHaveLength(3);
  });

  it('says why a device does not respond', async () => {
    const result = await read({ ...gauge, oid: `${SESSIONS}.0` }, { device: 'edge-2' });
    expect(result).toMatchObject({ failure: 'timeout', objects: [], stored: null });
  });

  it('has a valid OID and a script that looks like procedure(XXX)', async () => {
    const faulty = await attempt({ ...gauge, oid: '1.3.x', script: 'sum' });
    expect(faulty.statusCode).toBe(400);
    const { errors } = faulty.json<{ errors: { path: string; message: string }[] }>();
    expect(errors).toMatchObject([
      { path: 'body.reading.oid', message: 'OID is not in valid format' },
      { path: 'body.reading.script' },
    ]);
  });

  it.each(['foreign-1', 'switched-off'])(
    'is not tested on a device that is out of reach: %s',
    async (device) => {
      expect(statusAndCode(await attempt({ ...gauge, oid: SESSIONS }, { device }))).toEqual([
        404,
        'NOT_FOUND',
      ]);
    },
  );
});

describe('the devices to test on', () => {
  const find = async (q: string): Promise<readonly string[]> =>
    (await admin.get(`${PATH}/devices?q=${q}`))
      .json<{ devices: TestDevice[] }>()
      .devices.map(({ name }) => name);

  it('are active ones with SNMP access that the user sees, found by name, address, vendor or customer', async () => {
    expect(await find('')).toEqual(expect.arrayContaining(['edge-1', 'edge-2']) as string[]);
    expect(await find('')).not.toContain('foreign-1');
    expect(await find('')).not.toContain('switched-off');
    expect(await find('fortinet')).toEqual(['edge-1']);
    expect(await find('edge-2%20127.0.0.1%20acme')).toEqual(['edge-2']);
  });
});

describe('without a poller process', () => {
  it('a test is unavailable', async () => {
    await poller.stop();
    const response = await attempt({ ...gauge, oid: `${SESSIONS}.0` });
    expect(statusAndCode(response)).toEqual([503, 'UNAVAILABLE']);
  });
});
