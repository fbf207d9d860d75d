import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QosModel } from '#schemas/qos/model.ts';
import { AuditDetail } from '#schemas/audit/event.ts';
import { lastEvent, someone } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { classFields } from '#tests/fixtures/update-fields.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';

let server: ServerUnderTest;
let admin: Browser;
const PROVIDER = '/api/v1/mt/qos';
const of = (clientId: string): string => `/api/v1/customers/${String(server.customers.get(clientId))}/qos`;

const read = async (path: string, by = admin): Promise<QosModel> => (await by.get(path)).json<QosModel>();
const namesOf = ({ classes }: QosModel): string[] => classes.map(({ name }) => name);
const aClass = (name: string, part: object = {}) => ({ ...classFields, name, colour: 'green', ...part });

/** Adds a class to the model as it is now; fails unless it is accepted. */
async function add(path: string, name: string, part: object = {}): Promise<QosModel> {
  const { version } = await read(path);
  const body = { class: aClass(name, part), version };
  const response = await admin.send('POST', `${path}/class`, { body });
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json();
}
const faultsOf = (response: { json: () => unknown }): string[] =>
  (response.json() as { errors: { path: string; code: string }[] }).errors.map(
    ({ path, code }) => `${path} ${code}`,
  );

beforeAll(async () => {
  server = await openServer();
  admin = (await someone(server)).page;
  await add(PROVIDER, 'Voice', { dscp: ['EF', 'CS5'], classMaps: [{ name: 'VOICE*' }], share: 20 });
  await add(PROVIDER, 'Video', { dscp: [34], classMaps: [{ vendor: 'Cisco', name: 'VIDEO' }], share: 30 });
  await add(PROVIDER, 'Default', { dscp: [0], classMaps: [{ name: 'class-default' }] });
});
afterAll(() => server.close());

describe('the classes of service of the provider', () => {
  it('are in force for a customer without its own, with DSCP values by number', async () => {
    const model = await read(of('acme'));
    expect([model.basis, model.version, namesOf(model)]).toEqual([
      'provider',
      0,
      ['Voice', 'Video', 'Default'],
    ]);
    expect(model.classes[0]).toMatchObject({
      dscp: [46, 40],
      share: 20,
      owner: 'provider',
      classMaps: [{ vendor: '', name: 'VOICE*' }],
    });
  });

  it('reject what another class has, and shares beyond 100 %, each at its place', async () => {
    const { version } = await read(PROVIDER);
    const body = {
      class: aClass('Other', { dscp: [8, 'EF'], classMaps: [{ name: 'voice*' }], share: 51 }),
      version,
    };
    const response = await admin.send('POST', `${PROVIDER}/class`, { body });
    expect([statusAndCode(response), faultsOf(response)]).toEqual([
      [400, 'VALIDATION'],
      [
        'body.class.dscp.1 QOS_DSCP_TAKEN',
        'body.class.classMaps.0.name QOS_NAME_TAKEN',
        'body.class.share QOS_SHARE_EXCEEDED',
      ],
    ]);
    const wrong = { class: aClass('Other', { dscp: ['EF1'], colour: 'mauve' }), version };
    expect(faultsOf(await admin.send('POST', `${PROVIDER}/class`, { body: wrong }))).toEqual([
      'body.class.colour OPTION_INVALID',
      'body.class.dscp.0 QOS_DSCP_INVALID',
    ]);
    const named = await admin.send('POST', `${PROVIDER}/class`, {
      body: { class: aClass('VOICE'), version },
    });
    expect([statusAndCode(named), faultsOf(named)]).toEqual([
      [409, 'NAME_TAKEN'],
      ['body.class.name NAME_TAKEN'],
    ]);
    expect((await read(PROVIDER)).version).toBe(version);
  });

  it('change in the order of their matching, recorded, and not over a change of another user', async () => {
    const { version, classes } = await read(PROVIDER);
    const order = classes.map(({ id }) => id).toReversed();
    const put = (sent: readonly number[], seen = version) =>
      admin.send('PUT', `${PROVIDER}/order`, { body: { order: sent, version: seen } });
    expect(statusAndCode(await put(order.slice(1)))).toEqual([409, 'CONFLICT']);
    expect(statusAndCode(await put([...order.slice(1), 999_999]))).toEqual([404, 'NOT_FOUND']);
    const changed = await put(order);
    expect(namesOf(changed.json<QosModel>())).toEqual(['Default', 'Video', 'Voice']);
    expect(statusAndCode(await put(order))).toEqual([409, 'CONFLICT']);
    const event = await lastEvent(server, 'qos.reorder');
    expect(AuditDetail.parse(JSON.parse(event.detail)).changes).toEqual([
      { field: 'order', before: ['Voice', 'Video', 'Default'], after: ['Default', 'Video', 'Voice'] },
    ]);
    await put(order.toReversed(), version + 1);
  });

  it('are updated and deleted, with what changed in the audit', async () => {
    const model = await add(PROVIDER, 'Spare', { dscp: [8] });
    const { id } = model.classes.at(-1)!;
    const url = `${PROVIDER}/class/${String(id)}`;
    const body = {
      class: aClass('Spare', { dscp: ['CS1', 'AF11'], queues: ['queue7'] }),
      version: model.version,
    };
    const updated = (await admin.send('PUT', url, { body })).json<QosModel>();
    expect(updated.classes.at(-1)).toMatchObject({ id, dscp: [8, 10], queues: ['queue7'] });
    const event = await lastEvent(server, 'qos.update');
    expect(event).toMatchObject({ subject: 'qos', subject_name: 'Spare', customer_id: null });
    expect(AuditDetail.parse(JSON.parse(event.detail)).changes).toEqual([
      { field: 'queues', before: [], after: ['queue7'] },
      { field: 'dscp', before: ['CS1'], after: ['CS1', 'AF11'] },
    ]);
    expect(statusAndCode(await admin.send('DELETE', `${url}?version=1`))).toEqual([409, 'CONFLICT']);
    const left = await admin.send('DELETE', `${url}?version=${String(updated.version)}`);
    expect(namesOf(left.json<QosModel>())).toEqual(['Voice', 'Video', 'Default']);
    const deleted = await admin.send('DELETE', `${url}?version=${String(updated.version + 1)}`);
    expect(statusAndCode(deleted)).toEqual([404, 'NOT_FOUND']);
  });

  it.each(['provider', 'customer'])(
    'of a %s have names that are unique regardless of case',
    async (whose) => {
      const path = whose === 'provider' ? PROVIDER : of('globex');
      await add(path, 'Été');
      const { version, classes } = await add(path, 'Hiver');
      const { id } = classes.find(({ name }) => name === 'Hiver')!;
      const rename = (name: string) =>
        admin.send('PUT', `${path}/class/${String(id)}`, { body: { class: aClass(name), version } });
      const refused = await rename('éTÉ');
      expect([statusAndCode(refused), faultsOf(refused)]).toEqual([
        [409, 'NAME_TAKEN'],
        ['body.class.name NAME_TAKEN'],
      ]);
      expect((await rename('hIVER')).statusCode).toBe(200);
      for (const name of ['Été', 'hIVER']) {
        const model = await read(path);
        const own = model.classes.find((one) => one.name === name)!;
        await admin.send('DELETE', `${path}/class/${String(own.id)}?version=${String(model.version)}`);
      }
    },
  );

  it('of which there are at most 32', async () => {
    const path = of('initech');
    for (let left = 32; left > 0; left -= 1) await add(path, `Class ${String(left)}`);
    const { version } = await read(path);
    const body = { class: aClass('One more'), version };
    expect(statusAndCode(await admin.send('POST', `${path}/class`, { body }))).toEqual([
      409,
      'QOS_MAXIMUM_REACHED',
    ]);
  });
});

describe('the classes of service of a customer', () => {
  it('come before those of the provider and replace those of their name', async () => {
    const path = of('acme');
    const first = await add(path, 'voice', { dscp: [46], classMaps: [{ name: 'TELEPHONY' }] });
    expect([first.basis, first.version, namesOf(first)]).toEqual([
      'extended',
      1,
      ['voice', 'Video', 'Default'],
    ]);
    expect(first.classes.map(({ owner }) => owner)).toEqual(['customer', 'provider', 'provider']);
    expect(await lastEvent(server, 'qos.create')).toMatchObject({
      customer_id: server.customers.get('acme'),
      subject_name: 'voice',
    });
    expect((await read(PROVIDER)).customers).toContainEqual({
      id: server.customers.get('acme'),
      name: 'Customer acme',
      basis: 'extended',
    });
  });

  it('stand alone with copies of those of the provider, until the customer returns to these', async () => {
    const path = of('globex');
    const put = (basis: string, version: number, copy = false) =>
      admin.send('PUT', `${path}/basis`, { body: { basis, copy, version } });
    await add(path, 'Machines', { dscp: ['CS6'] });
    const own = (await put('own', (await read(path)).version, true)).json<QosModel>();
    expect([own.basis, namesOf(own)]).toEqual(['own', ['Machines', 'Voice', 'Video', 'Default']]);
    expect(own.classes.every(({ owner }) => owner === 'customer')).toBe(true);
    expect(own.classes[1]).toMatchObject({ dscp: [46, 40], share: 20 });
    expect(statusAndCode(await put('provider', 1))).toEqual([409, 'CONFLICT']);
    const returned = (await put('provider', own.version)).json<QosModel>();
    expect([returned.basis, returned.version, namesOf(returned)]).toEqual([
      'provider',
      0,
      ['Voice', 'Video', 'Default'],
    ]);
    const event = await lastEvent(server, 'qos.basis');
    expect(AuditDetail.parse(JSON.parse(event.detail)).changes).toContainEqual({
      field: 'basis',
      before: 'own',
      after: 'provider',
    });
  });

  it('cannot be changed in the space of another customer, nor those of the provider in that of a customer', async () => {
    const [own] = (await read(of('acme'))).classes;
    const [, provided] = (await read(of('acme'))).classes;
    const put = async (path: string, id: number) => {
      const { version } = await read(path);
      const body = { class: aClass('Taken'), version };
      return statusAndCode(await admin.send('PUT', `${path}/class/${String(id)}`, { body }));
    };
    expect(await put(of('globex'), own!.id)).toEqual([404, 'NOT_FOUND']);
    expect(await put(of('acme'), provided!.id)).toEqual([404, 'NOT_FOUND']);
    expect(await put(PROVIDER, own!.id)).toEqual([404, 'NOT_FOUND']);
  });

  it('are changed by a user of this customer, who may not change those of the provider', async () => {
    const { page } = await someone(server, ['NETWORK.QOS.write'], ['acme']);
    const model = await read(of('acme'), page);
    const body = { class: aClass('Batch', { dscp: ['LE'] }), version: model.version };
    expect((await page.send('POST', `${of('acme')}/class`, { body })).statusCode).toBe(200);
    const refused = await page.send('POST', `${PROVIDER}/class`, { body });
    expect(statusAndCode(refused)).toEqual([403, 'EVERY_CUSTOMER_REQUIRED']);
    expect((await read(PROVIDER, page)).customers.map(({ name }) => name)).toEqual(['Customer acme']);
    const { page: reader } = await someone(server, ['NETWORK.QOS.read'], ['acme']);
    expect(statusAndCode(await reader.send('POST', `${of('acme')}/class`, { body }))).toEqual([
      403,
      'FORBIDDEN',
    ]);
    expect((await reader.get(of('globex'))).statusCode).toBe(404);
  });
});
