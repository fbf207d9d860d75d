import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDocument } from '#schemas/dashboard/document.ts';
import type { documentReaders } from '#schemas/dashboard/link-routes.ts';
import { dashboardLimits } from '#schemas/limit/dashboard.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';

type DocumentReaders = z.output<(typeof documentReaders)['dashboard']['reply']>;

let server: ServerUnderTest;
let author: Browser;
let reader: Browser;
let guest: Browser;
let stranger: Browser;
let provider: Browser;
beforeAll(async () => {
  server = await openServer();
  const writing = ['DASHBOARD.write', 'HOME.write', 'PRIVATE.RESOURCE.write'] as const;
  await server.account({ username: 'author', permissions: [...writing], customers: ['acme'] });
  await server.account({ username: 'reader', permissions: ['DASHBOARD.read'], customers: ['acme'] });
  await server.account({ username: 'guest', permissions: [], customers: ['acme'] });
  await server.account({ username: 'stranger', permissions: ['DASHBOARD.read'], customers: ['globex'] });
  await server.account({ username: 'provider', permissions: ['TEMPLATE.DASHBOARD.write'] });
  await server.account({ username: 'overseer', permissions: ['DASHBOARD.read'] });
  author = await server.signedIn('author');
  reader = await server.signedIn('reader');
  guest = await server.signedIn('guest');
  stranger = await server.signedIn('stranger');
  provider = await server.signedIn('provider');
});
afterAll(() => server.close());

const acme = (): number => server.customers.get('acme')!;
const spaces = { customer: () => `/api/v1/customers/${String(acme())}`, provider: () => '/api/v1/mt' };
const fixed = { kind: 'fixed', from: 1_763_800_000, to: 1_763_886_400 };
const context = { period: fixed, selection: { site: [1, 2], device: [] } };

async function ok<Reply>(response: Promise<{ statusCode: number; body: string }>): Promise<Reply> {
  const { statusCode, body } = await response;
  expect([statusCode, body]).toEqual([200, body]);
  return JSON.parse(body) as Reply;
}
const create = async (name: string, more: object = {}, kind = 'dashboard') =>
  (
    await ok<{ id: number }>(
      author.send('POST', `${spaces.customer()}/${kind}`, {
        body: { name, visibility: 'public', document: emptyDocument, ...more },
      }),
    )
  ).id;
const link = (by: Browser, id: number, body: object = context, at = `${spaces.customer()}/dashboard`) =>
  by.send('POST', `${at}/${String(id)}/link`, { body });
const idOf = async (...requested: Parameters<typeof link>) =>
  (await ok<{ id: string }>(link(...requested))).id;
const read = (by: Browser, id: string) => by.get(`/api/v1/link/${id}`);

describe('a short link', () => {
  it('leads those who may read the document to it, with its period and selection', async () => {
    const dashboard = await create('Linked');
    const id = await idOf(reader, dashboard);
    expect(id).toMatch(/^[\w-]{10}$/);
    for (const by of [reader, author])
      expect(await ok(read(by, id))).toEqual({
        kind: 'dashboard',
        resource: dashboard,
        isTemplate: false,
        customer: acme(),
        ...context,
      });
    const open = await idOf(reader, dashboard, { period: null });
    expect(open).not.toBe(id);
    expect(await ok(read(reader, open))).toMatchObject({ period: null, selection: {} });
  });

  it('is the same for the same context, and another for another', async () => {
    const dashboard = await create('Twice');
    const turned = { ...context, selection: { device: [], site: [1, 2] } };
    const same = [await idOf(reader, dashboard), await idOf(author, dashboard, turned)];
    expect(same[0]).toBe(same[1]);
    const others = [
      { ...context, selection: { site: [1] } },
      { ...context, period: { kind: 'last', minutes: 60 } },
      { ...context, period: { ...fixed, to: fixed.to + 300 } },
    ];
    const ids = await Promise.all(others.map((one) => idOf(reader, dashboard, one)));
    expect(new Set([same[0], ...ids]).size).toBe(4);
  });

  it('is not found by other users', async () => {
    const dashboard = await create('Ours');
    const id = await idOf(reader, dashboard);
    for (const by of [guest, stranger, provider])
      expect(statusAndCode(await read(by, id))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await read(reader, 'AAAAAAAAAA'))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await server.browser().get(`/api/v1/link/${id}`))).toEqual([401, 'UNAUTHENTICATED']);
    const hidden = await create('Mine', { visibility: 'private' });
    const own = await idOf(author, hidden);
    expect((await read(author, own)).statusCode).toBe(200);
    expect(statusAndCode(await read(reader, own))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await link(reader, hidden))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await link(guest, dashboard))).toEqual([403, 'FORBIDDEN']);
    await ok(author.send('DELETE', `${spaces.customer()}/dashboard/${String(dashboard)}?version=1`));
    expect(statusAndCode(await read(reader, id))).toEqual([404, 'NOT_FOUND']);
  });

  it('to a home page is open to users without any other right', async () => {
    const home = await create('Welcome', {}, 'home');
    const id = await idOf(guest, home, context, `${spaces.customer()}/home`);
    expect(await ok(read(guest, id))).toMatchObject({ kind: 'home', resource: home });
  });

  it('in the multi-client space names the customer whose data is shown, for those who see it', async () => {
    const at = `${spaces.provider()}/dashboard`;
    const body = { name: 'Template', document: emptyDocument };
    const { id: template } = await ok<{ id: number }>(provider.send('POST', at, { body }));
    const id = await idOf(provider, template, { ...context, customer: acme() }, at);
    expect(await ok(read(provider, id))).toMatchObject({ isTemplate: true, customer: acme() });
    expect(statusAndCode(await read(reader, id))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await link(provider, template, { ...context, customer: 99_999 }, at))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it('in the multi-client space leads users without it to their own customer, once it is shared with that', async () => {
    const at = `${spaces.provider()}/dashboard`;
    const body = { name: 'Shared template', document: emptyDocument };
    const { id: template } = await ok<{ id: number }>(provider.send('POST', at, { body }));
    const ofAcme = await idOf(provider, template, { ...context, customer: acme() }, at);
    const ofNone = await idOf(provider, template, context, at);
    for (const id of [ofAcme, ofNone])
      expect(statusAndCode(await read(reader, id))).toEqual([404, 'NOT_FOUND']);
    const share = { version: 1, everyone: true, profiles: [], clients: [] };
    await ok(
      provider.send('PUT', `/api/v1/mt/share-resource/dashboard/${String(template)}`, { body: share }),
    );
    const page = { kind: 'dashboard', resource: template, isTemplate: false, period: fixed };
    expect(await ok(read(reader, ofAcme))).toEqual({
      ...page,
      customer: acme(),
      selection: context.selection,
    });
    expect(await ok(read(reader, ofNone))).toEqual({ ...page, customer: acme(), selection: {} });
    // The elements that it selects are of another customer.
    const globex = server.customers.get('globex')!;
    expect(await ok(read(stranger, ofAcme))).toEqual({ ...page, customer: globex, selection: {} });
    expect(await ok(read(provider, ofAcme))).toMatchObject({ isTemplate: true });
    expect(statusAndCode(await read(guest, ofAcme))).toEqual([404, 'NOT_FOUND']);
  });

  it('is rejected with the path of what is wrong', async () => {
    const dashboard = await create('Faulty');
    const faults = async (body: object) => {
      const { errors } = (await link(reader, dashboard, body)).json<{
        errors: { path: string; code: string }[];
      }>();
      return errors.map(({ path, code }) => `${path} ${code}`);
    };
    expect(await faults({ period: { ...fixed, to: 5 } })).toEqual(['body.period.from START_AFTER_END']);
    expect(await faults({ period: null, selection: { site: [-1] } })).toEqual([
      'body.selection.site.0 TOO_SMALL',
    ]);
    expect(await faults({})).toEqual(['body.period REQUIRED']);
    expect(statusAndCode(await read(reader, 'short'))).toEqual([400, 'VALIDATION']);
  });

  it('goes when its author has made a thousand newer ones', async () => {
    const dashboard = await create('Many');
    const first = await idOf(reader, dashboard, { period: { kind: 'last', minutes: 5 } });
    const { id: account } = await server.stack.db
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'reader')
      .executeTakeFirstOrThrow();
    await server.clock.leap(1_000);
    await server.stack.db
      .insertInto('document_link')
      .values(
        Array.from({ length: dashboardLimits.maxLinks }, (_, index) => ({
          id: `made-${String(index)}`,
          resource_id: dashboard,
          customer_id: acme(),
          is_template: false,
          account_id: account,
          at: server.clock.now(),
          context: { period: null, selection: {} },
        })),
      )
      .execute();
    await server.clock.leap(1_000);
    await idOf(reader, dashboard, { period: { kind: 'last', minutes: 10 } });
    expect(statusAndCode(await read(reader, first))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the readers of a document', () => {
  const readers = (by: Browser, id: number) => by.get(`${spaces.customer()}/dashboard/${String(id)}/readers`);

  it('are the users of the customer who may read dashboards, by role, of those whom the caller sees', async () => {
    const dashboard = await create('With readers');
    const { visibility, isComplete, roles } = await ok<DocumentReaders>(readers(reader, dashboard));
    expect([visibility, isComplete]).toEqual(['public', false]);
    // The author and the reader: the guest reads no dashboards, the stranger is of another customer, the provider sees all customers.
    expect(roles.reduce((sum, { users }) => sum + users, 0)).toBe(2);
    const all = await ok<DocumentReaders>(readers(await server.signedIn('overseer'), dashboard));
    expect(all.isComplete).toBe(true);
    expect(all.roles.reduce((sum, { users }) => sum + users, 0)).toBeGreaterThan(2);
  });

  it('of a private one are its owner and those who may read what is private', async () => {
    const dashboard = await create('My own', { visibility: 'private' });
    const { visibility, roles } = await ok<DocumentReaders>(readers(author, dashboard));
    expect([visibility, roles.map(({ users }) => users)]).toEqual(['private', [1]]);
    expect(statusAndCode(await readers(reader, dashboard))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await readers(stranger, dashboard))).not.toEqual([200, '']);
  });
});
