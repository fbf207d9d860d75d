import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WrittenDocument } from '#schemas/dashboard/document.ts';
import type { DocumentDifference } from '#schemas/dashboard/difference.ts';
import type { DocumentFile } from '#schemas/dashboard/document-file.ts';
import type { DocumentEntry, DocumentSummary } from '#schemas/dashboard/entry.ts';
import { starters } from '#schemas/dashboard/starter/starters.ts';
import { reportStarters } from '#schemas/report/starter/report-starters.ts';
import type { ResourceVersion } from '#schemas/resource/version.ts';
import { provisionDocuments } from '#server/features/dashboard/provision-documents.ts';
import { readDocumentFiles } from '../../../deploy/documents/document-files.ts';
import { ensureStarterDocuments } from '../../../deploy/documents/starter-documents.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { documentFields } from '#tests/fixtures/update-fields.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';

let server: ServerUnderTest;
let page: Browser;
let colleague: Browser;
let provider: Browser;
const writing = ['DASHBOARD.write', 'HOME.write', 'PRIVATE.RESOURCE.write'] as const;
beforeAll(async () => {
  server = await openServer();
  for (const username of ['author', 'colleague'])
    await server.account({ username, permissions: [...writing], customers: ['acme'] });
  await server.account({
    username: 'provider',
    permissions: ['TEMPLATE.DASHBOARD.write', 'TEMPLATE.HOME.write', 'KPI.read'],
  });
  page = await server.signedIn('author');
  colleague = await server.signedIn('colleague');
  provider = await server.signedIn('provider');
});
afterAll(() => server.close());

const own = (remaining = '', kind = 'dashboard'): string =>
  `/api/v1/customers/${String(server.customers.get('acme')!)}/${kind}${remaining}`;
const place = { x: 0, y: 0, width: 12, height: 8 };
const documentOf = (...titles: string[]): WrittenDocument => ({
  version: 1,
  dashlets: titles.map((title, index) => ({
    id: `d${String(index)}`,
    type: 'timeline',
    title,
    place,
    settings: { keys: ['interface'], breakdown: { kind: 'top', count: 5 }, series: [{ kpi: 'itf_in_util' }] },
  })) as unknown as WrittenDocument['dashlets'],
});
async function ok<Reply>(response: Promise<{ statusCode: number; body: string }>): Promise<Reply> {
  const { statusCode, body } = await response;
  expect([statusCode, body]).toEqual([200, body]);
  return JSON.parse(body) as Reply;
}
const create = (name: string, more: object = {}, by = page, at = own()): Promise<DocumentEntry> =>
  ok(
    by.send('POST', at, { body: { name, visibility: 'public', document: documentOf('WAN links'), ...more } }),
  );
const put = (by: Browser, { id }: { id: number }, body: object) =>
  by.send('PUT', own(`/${String(id)}`), { body: { ...documentFields, ...body } });
const library = async (by: Browser, at = own()): Promise<DocumentSummary[]> =>
  (await ok<{ documents: DocumentSummary[] }>(by.get(at))).documents;

describe('a dashboard', () => {
  it('is created, read, updated, duplicated and deleted, with its own marks of each user', async () => {
    const made = await create('Site overview', { folder: 'NOC', description: 'All sites' });
    expect(made).toMatchObject({
      version: 1,
      folder: 'NOC',
      visibility: 'public',
      edit: 'here',
      dashlets: 1,
    });
    expect(made.document).toMatchObject({ businessHours: '24h', period: { kind: 'last', minutes: 1_440 } });
    const body = { name: 'Sites', folder: '', version: 1, document: documentOf('WAN links', 'LAN') };
    expect(await ok(put(page, made, body))).toMatchObject({ name: 'Sites', version: 2, dashlets: 2 });
    await ok(page.send('PUT', own(`/${String(made.id)}/opened`), { body: {} }));
    await ok(page.send('PUT', own(`/${String(made.id)}/favourite`), { body: { favourite: true } }));
    const marked = async (by: Browser) => (await library(by)).find(({ id }) => id === made.id);
    expect(await marked(page)).toMatchObject({ favourite: true, openedAt: server.clock.now().getTime() });
    expect(await marked(colleague)).toMatchObject({ favourite: false, openedAt: null });
    const copy = await ok<DocumentEntry>(
      colleague.send('POST', own(`/${String(made.id)}/duplicate`), {
        body: { name: 'Copy', visibility: 'private' },
      }),
    );
    expect(copy).toMatchObject({ owner: { name: 'colleague' }, visibility: 'private', dashlets: 2 });
    expect([made.createdBy, copy.createdBy]).toEqual(['author', 'colleague']);
    // The first author stays when others change it.
    expect(await marked(colleague)).toMatchObject({ createdBy: 'author' });
    expect((await library(page)).map(({ id }) => id)).not.toContain(copy.id);
    expect(statusAndCode(await page.get(own(`/${String(copy.id)}`)))).toEqual([404, 'NOT_FOUND']);
    await ok(page.send('DELETE', own(`/${String(made.id)}?version=2`)));
    for (const by of [page, colleague]) {
      const response = await by.get(own(`/${String(made.id)}`));
      expect(statusAndCode(response)).toEqual([410, 'RESOURCE_DELETED']);
      expect(response.json().params).toMatchObject({ author: 'author', name: 'Sites' });
    }
    // A private one never existed for others.
    await ok(colleague.send('DELETE', own(`/${String(copy.id)}?version=1`)));
    expect(statusAndCode(await page.get(own(`/${String(copy.id)}`)))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await colleague.get(own(`/${String(copy.id)}`)))).toEqual([410, 'RESOURCE_DELETED']);
  });

  it('is not overwritten by the second of two who save at once, who sees what changed', async () => {
    const made = await create('Shared screen');
    const changed = { name: 'Shared screen', version: 1, document: documentOf('Links of the core') };
    await ok(put(colleague, made, changed));
    const late = { name: 'Shared screen', version: 1, document: documentOf('WAN links', 'Voice') };
    expect(statusAndCode(await put(page, made, late))).toEqual([409, 'CONFLICT']);
    const { difference } = await ok<{ difference: DocumentDifference }>(
      page.get(own(`/${String(made.id)}/versions/1/difference`)),
    );
    expect(difference).toEqual({
      texts: [],
      parts: [],
      dashlets: [
        { id: 'd0', title: 'Links of the core', type: 'timeline', change: 'changed', parts: ['title'] },
      ],
    });
  });

  it('keeps a version per change, with its author, and restores one as the newest', async () => {
    const made = await create('Versions', { folder: 'A' });
    const same = { name: 'Versions', folder: 'A', version: 1, document: documentOf('WAN links') };
    await ok(put(page, made, same));
    await server.clock.leap(60_000);
    await ok(put(colleague, made, { ...same, folder: 'B', version: 2, document: documentOf() }));
    const versions = async () =>
      (await ok<{ versions: ResourceVersion[] }>(page.get(own(`/${String(made.id)}/versions`)))).versions;
    expect(await versions()).toMatchObject([
      { number: 2, author: 'colleague', at: server.clock.now().getTime(), restored: null },
      { number: 1, author: 'author', restored: null },
    ]);
    const restore = (version: number) =>
      page.send('POST', own(`/${String(made.id)}/versions/1/restore`), { body: { version } });
    expect(statusAndCode(await restore(2))).toEqual([409, 'CONFLICT']);
    const copy = { body: { name: 'vERSIONS', visibility: 'public' } };
    expect(statusAndCode(await page.send('POST', own(`/${String(made.id)}/duplicate`), copy))).toEqual([
      409,
      'NAME_TAKEN',
    ]);
    expect(await ok(restore(3))).toMatchObject({ version: 4, folder: 'A', dashlets: 1 });
    expect(await versions()).toMatchObject([{ number: 3, author: 'author', restored: 1 }, {}, {}]);
    const unknown = own(`/${String(made.id)}/versions/9/difference`);
    expect(statusAndCode(await page.get(unknown))).toEqual([404, 'NOT_FOUND']);
  });

  it('with a page that is not allowed any more is neither restored nor duplicated', async () => {
    const url = 'https://status.example.net/';
    const frame = { id: 'd0', type: 'iframe', title: 'Status', place, settings: { url } };
    const made = await create('Framed', { document: { version: 1, dashlets: [frame] } });
    const without = { name: 'Framed', version: 1, document: documentOf('WAN links') };
    await ok(put(page, made, without));
    const { db } = server.stack;
    const patterns = [String.raw`https://elsewhere\.example/.*`];
    await db
      .insertInto('setting')
      .values({ name: 'iframe', value: JSON.stringify({ patterns }) })
      .execute();
    const at = own(`/${String(made.id)}`);
    const restored = await page.send('POST', `${at}/versions/1/restore`, { body: { version: 2 } });
    const { errors } = restored.json<{ errors: { path: string; code: string }[] }>();
    expect(errors).toMatchObject([
      { path: 'body.document.dashlets.0.settings.url', code: 'IFRAME_NOT_ALLOWED' },
    ]);
    await db.deleteFrom('setting').where('name', '=', 'iframe').execute();
    await ok(page.send('POST', `${at}/versions/1/restore`, { body: { version: 2 } }));
    expect(await ok(page.send('POST', `${at}/duplicate`, { body: { name: 'Copied frame' } }))).toMatchObject({
      dashlets: 1,
    });
  });

  it('that was stored with an aggregation that its KPI does not have opens, and is saved once it has another one', async () => {
    const made = await create('Stored earlier');
    const [dashlet] = documentOf('A').dashlets as unknown as Record<string, unknown>[];
    const stored = { series: [{ kpi: 'itf_in_bps', aggregation: 'sum' }] };
    const { db } = server.stack;
    await db
      .updateTable('dashboard_document')
      .set({
        document: JSON.stringify({ ...made.document, dashlets: [{ ...dashlet, settings: stored }] }) as never,
      })
      .where('resource_id', '=', made.id)
      .execute();
    const opened = await ok<DocumentEntry>(page.get(own(`/${String(made.id)}`)));
    expect(opened.document.dashlets).toMatchObject([{ settings: stored }]);
    const { name, version, document } = opened;
    const rejected = await put(page, made, { name, folder: '', version, document });
    expect(rejected.json<{ errors: { path: string; code: string }[] }>().errors).toMatchObject([
      { path: 'body.document.dashlets.0.settings.series.0.aggregation', code: 'AGGREGATION_UNDEFINED' },
    ]);
    const mended = { ...document, dashlets: [{ ...dashlet, settings: { series: [{ kpi: 'itf_in_bps' }] } }] };
    await ok(put(page, made, { name, folder: '', version, document: mended }));
  });

  it('is rejected with the path of each fault', async () => {
    const [dashlet] = documentOf('A').dashlets as unknown as Record<string, unknown>[];
    const send = async (document: unknown, at = own()) => {
      const response = await page.send('POST', at, { body: { name: 'Faulty', document } });
      const { errors = [] } = response.json<{ errors?: { path: string; code: string }[] }>();
      return [response.statusCode, ...errors.map(({ path, code }) => `${path} ${code}`)];
    };
    const at = 'body.document.dashlets.0.settings';
    expect(await send({ version: 99, dashlets: [] })).toEqual([400, 'body.document.version DOCUMENT_NEWER']);
    const settings = { keys: ['tunnel'], breakdown: { kind: 'all' }, series: [{ kpi: 'itf_in_util' }] };
    expect(await send({ version: 1, dashlets: [{ ...dashlet, settings }] })).toEqual([
      400,
      `${at}.series.0.kpi KPI_INCOMPATIBLE`,
    ]);
    const undefinedSum = {
      series: [
        { kpi: 'itf_in_bytes', aggregation: 'sum' },
        { kpi: 'itf_in_bps', aggregation: 'sum' },
      ],
    };
    expect(await send({ version: 1, dashlets: [{ ...dashlet, settings: undefinedSum }] })).toEqual([
      400,
      `${at}.series.1.aggregation AGGREGATION_UNDEFINED`,
    ]);
    const undefinedOver = { series: [{ kpi: 'itf_in_util', over: 'sum' }] };
    expect(await send({ version: 1, dashlets: [{ ...dashlet, settings: undefinedOver }] })).toEqual([
      400,
      `${at}.series.0.over AGGREGATION_UNDEFINED`,
    ]);
    const deleted = { series: [{ kpi: 'deleted_long_ago' }] };
    await create('KPI gone', { document: { version: 1, dashlets: [{ ...dashlet, settings: deleted }] } });
    expect(
      statusAndCode(
        await page.send('POST', own(), {
          body: { name: 'KPI gone', visibility: 'public', document: documentOf() },
        }),
      ),
    ).toEqual([409, 'NAME_TAKEN']);
  });

  it('that cannot be read is not available, and leaves the library readable', async () => {
    const made = await create('Corrupt');
    const document = { version: 7, dashlets: [] };
    await server.stack.db
      .updateTable('dashboard_document')
      .set({ document })
      .where('resource_id', '=', made.id)
      .execute();
    expect(statusAndCode(await page.get(own(`/${String(made.id)}`)))).toEqual([503, 'DASHBOARD_UNAVAILABLE']);
    expect((await library(page)).map(({ id }) => id)).toContain(made.id);
  });
});

describe('a document as a file', () => {
  interface Imported {
    readonly document: DocumentEntry | null;
    readonly difference: DocumentDifference;
    readonly unknownKpis: readonly string[];
    readonly leftOut: readonly object[];
  }
  const siteIds = (clientId: string): readonly number[] =>
    [...server.inventory().sites.values()].flatMap(({ id, customer }) =>
      customer === server.customers.get(clientId) ? [id] : [],
    );
  const send = (body: object, { dryRun = false, by = page, at = own() } = {}) =>
    by.send('POST', `${at}/file?dryRun=${String(dryRun)}`, { body: { visibility: 'public', ...body } });

  it('names its elements, is imported after a dry run, and replaces a document as a version', async () => {
    const ids = siteIds('acme');
    const filters = [{ id: 'site', element: 'site', default: { strategy: 'selection', ids } }];
    const made = await create('Sites of ours', { document: { ...documentOf('WAN links'), filters } });
    const file = await ok<DocumentFile>(page.get(own(`/${String(made.id)}/file`)));
    expect(file).toMatchObject({
      format: 'telltale-document',
      version: 1,
      kind: 'dashboard',
      name: 'Sites of ours',
      elements: [
        { kind: 'site', path: ['acme one'] },
        { kind: 'site', path: ['acme two'] },
      ],
      document: { filters: [{ default: { ids: [0, 1] } }] },
    });
    const copy = { ...file, name: 'Copy of a file' };
    const tried = await ok<Imported>(send({ file: copy }, { dryRun: true }));
    expect(tried).toMatchObject({ document: null, unknownKpis: [], leftOut: [] });
    expect(tried.difference.dashlets).toMatchObject([{ id: 'd0', change: 'added' }]);
    expect((await library(page)).map(({ name }) => name)).not.toContain('Copy of a file');
    const { document: copied } = await ok<Imported>(send({ file: copy, visibility: 'private' }));
    expect(copied).toMatchObject({ visibility: 'private', document: made.document });
    const replaces = { id: made.id, version: 1 };
    const changed = { ...file, folder: 'NOC', document: documentOf() };
    expect(await ok(send({ file: changed, replaces }))).toMatchObject({
      document: { id: made.id, version: 2, folder: 'NOC', dashlets: 0 },
      difference: { texts: [{ text: 'folder' }], dashlets: [{ change: 'removed' }] },
    });
    expect(statusAndCode(await send({ file: changed, replaces }))).toEqual([409, 'CONFLICT']);
    const { versions } = await ok<{ versions: ResourceVersion[] }>(
      page.get(own(`/${String(made.id)}/versions`)),
    );
    expect(versions).toHaveLength(2);
  });

  it('leaves out what the caller does not see, lists KPIs that are not known, and names the path of a fault', async () => {
    const [hidden] = siteIds('globex');
    const made = await create('Of the provider', {}, provider, '/api/v1/mt/dashboard');
    const filters = [{ id: 'site', element: 'site', default: { strategy: 'selection', ids: [hidden] } }];
    const document = { ...documentOf('WAN links'), filters };
    const at = '/api/v1/mt/dashboard';
    const change = { ...documentFields, name: 'Of the provider', version: 1, document };
    await ok(provider.send('PUT', `${at}/${String(made.id)}`, { body: change }));
    const file = await ok<DocumentFile>(provider.get(`${at}/${String(made.id)}/file`));
    expect(file.elements).toEqual([{ customer: 'globex', kind: 'site', path: ['globex one'] }]);
    const renamed = { ...file, name: 'Elsewhere' };
    expect(await ok(send({ file: renamed }))).toMatchObject({
      document: { document: { filters: [{ default: { strategy: 'all' } }] } },
      leftOut: [{ path: 'filters.0.default.ids', element: 'globex one · globex' }],
    });
    const again = await ok<Imported>(send({ file: renamed }, { by: provider, at }));
    expect(again).toMatchObject({ leftOut: [], document: { document: { filters: document.filters } } });
    const [dashlet] = file.document.dashlets;
    const unknown = { ...dashlet, settings: { series: [{ kpi: 'not_here' }] } };
    const other = { ...file, document: { version: 1, dashlets: [unknown] } };
    expect(await ok(send({ file: other }, { dryRun: true }))).toMatchObject({ unknownKpis: ['not_here'] });
    const wrong = {
      ...dashlet,
      settings: { keys: ['tunnel'], breakdown: { kind: 'all' }, series: [{ kpi: 'itf_in_util' }] },
    };
    const faults: [object, string][] = [
      [{ ...file, document: { version: 9, dashlets: [] } }, 'document.version DOCUMENT_NEWER'],
      [{ ...file, format: 'telltale-cockpit' }, 'format IMPORT_FORMAT_INVALID'],
      [
        { ...file, document: { version: 1, dashlets: [wrong] } },
        'document.dashlets.0.settings.series.0.kpi KPI_INCOMPATIBLE',
      ],
    ];
    for (const [faulty, expected] of faults) {
      const { errors } = (await send({ file: faulty }, { dryRun: true })).json<{
        errors: { path: string; code: string }[];
      }>();
      expect(errors.map(({ path, code }) => `${path} ${code}`)).toEqual([`body.file.${expected}`]);
    }
    expect(statusAndCode(await send({ file: { ...file, name: 'Elsewhere' } }))).toEqual([409, 'NAME_TAKEN']);
  });
});

describe('a template', () => {
  it('is read by customers it is shared with, copied by them, and changed in the multi-client space', async () => {
    const base = '/api/v1/mt/home';
    const made = await create('NOC home', {}, provider, base);
    const url = `${base}/${String(made.id)}`;
    expect(made).toMatchObject({ visibility: 'multi-client', edit: 'multi-client' });
    const at = own(`/${String(made.id)}`, 'home');
    expect(statusAndCode(await page.get(at))).toEqual([404, 'NOT_FOUND']);
    const share = { version: 1, everyone: true, profiles: [], clients: [] };
    await ok(provider.send('PUT', `/api/v1/mt/share-resource/home/${String(made.id)}`, { body: share }));
    expect(await ok(page.get(at))).toMatchObject({ name: 'NOC home', edit: 'nowhere' });
    const change = { ...documentFields, name: 'Mine', version: 2, document: documentOf() };
    expect(statusAndCode(await page.send('PUT', at, { body: change }))).toEqual([404, 'NOT_FOUND']);
    expect(await ok(page.send('POST', `${at}/duplicate`, { body: { name: 'Our home' } }))).toMatchObject({
      name: 'Our home',
      visibility: 'public',
      edit: 'here',
      dashlets: 1,
    });
    expect(await ok(provider.send('PUT', url, { body: { ...change, name: 'NOC' } }))).toMatchObject({
      name: 'NOC',
      version: 3,
    });
    expect((await library(page, own('', 'home'))).map(({ name }) => name)).toEqual(['NOC', 'Our home']);
    expect((await library(provider, '/api/v1/mt/dashboard')).map(({ name }) => name)).not.toContain('NOC');
  });

  it('of the product is there from the first start, for everyone, and does not return once deleted', async () => {
    const { db } = server.stack;
    expect(await ensureStarterDocuments(db)).toBe(starters.length + reportStarters.length);
    const shared = await library(page);
    const wan = shared.find(({ name }) => name === 'WAN');
    expect(wan).toMatchObject({ folder: 'NOC', owner: null, edit: 'nowhere', dashlets: 6 });
    const homes = await library(page, own('', 'home'));
    expect(homes.find(({ name }) => name === 'Management')).toMatchObject({ nameFr: 'Direction' });
    const order = shared.map(({ name }) => name).filter((name) => name.startsWith('C'));
    expect(order).toEqual(expect.arrayContaining(['Capacity planning', 'CPE']));
    expect(order.indexOf('Capacity planning')).toBeLessThan(order.indexOf('CPE'));
    const at = `/api/v1/mt/dashboard/${String(wan!.id)}`;
    const { document } = await ok<DocumentEntry>(provider.get(at));
    const change = { ...documentFields, name: 'Lines of our customers', version: 1, document };
    const changed = await ok<DocumentEntry>(provider.send('PUT', at, { body: change }));
    expect(changed).toMatchObject({ version: 2 });
    expect([wan?.nameFr, changed.nameFr]).toEqual(['WAN', undefined]);
    await ok(
      provider.send(
        'DELETE',
        `/api/v1/mt/dashboard/${String(shared.find(({ name }) => name === 'QoS')!.id)}?version=1`,
      ),
    );
    expect(await ensureStarterDocuments(db)).toBe(0);
    const names = (await library(page)).map(({ name }) => name);
    expect(names).toContain('Lines of our customers');
    expect(names).not.toContain('QoS');
    expect(names).not.toContain('WAN');
  });
});

describe('the home page of a user', () => {
  it('is their own, or that of their role, of the profile or of the customer, as far as they may read it', async () => {
    const { db } = server.stack;
    await server.account({
      username: 'chief',
      permissions: ['TEMPLATE.HOME.write', 'TEMPLATE.HOME.share', 'EXTRA.UNSHARED.read'],
    });
    const chief = await server.signedIn('chief');
    const at = own('/current', 'home');
    const current = async (by = page) => await ok<{ home: object | null; own: number | null }>(by.get(at));
    const put = (path: string, body: object, by = page) => by.send('PUT', path, { body });
    const template = (name: string) => create(name, {}, provider, '/api/v1/mt/home');
    const [ofRole, ofProfile] = [await template('For the role'), await template('For the profile')];
    const [ofCustomer, mine] = [
      await create('For acme', {}, page, own('', 'home')),
      await create('For me', { visibility: 'private' }, page, own('', 'home')),
    ];
    const { id: profile } = await db
      .insertInto('customer_profile')
      .values({ name: 'Homes' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('customer')
      .set({ profile_id: profile })
      .where('id', '=', server.customers.get('acme')!)
      .execute();
    const { role_id: role } = await db
      .selectFrom('account')
      .select('role_id')
      .where('username', '=', 'author')
      .executeTakeFirstOrThrow();
    expect(await current()).toEqual({ home: null, own: null, ofCustomer: null });
    await ok(put(own('/assigned', 'home'), { home: ofCustomer.id }));
    expect(await current(colleague)).toMatchObject({ home: { id: ofCustomer.id, by: 'customer' } });
    const assigned = '/api/v1/mt/home/assigned';
    await ok(put(assigned, { to: { kind: 'profile', id: profile }, home: ofProfile.id }, chief));
    await ok(put(assigned, { to: { kind: 'role', id: role }, home: ofRole.id }, chief));
    // Not shared with the customer yet.
    const before = await ok<{ assignments: object[] }>(chief.get(assigned));
    expect(before.assignments).toContainEqual(
      expect.objectContaining({ kind: 'role', id: role, home: expect.objectContaining({ shared: false }) }),
    );
    expect(await current()).toMatchObject({ home: { by: 'customer' } });
    for (const { id } of [ofRole, ofProfile]) {
      const share = { version: 1, everyone: true, profiles: [], clients: [] };
      await ok(chief.send('PUT', `/api/v1/mt/share-resource/home/${String(id)}`, { body: share }));
    }
    expect(await current()).toMatchObject({
      home: { id: ofRole.id, name: 'For the role', by: 'role' },
    });
    expect(await current(colleague)).toMatchObject({ home: { id: ofProfile.id, by: 'profile' } });
    const { assignments } = await ok<{ assignments: object[] }>(chief.get(assigned));
    expect(assignments).toEqual(
      expect.arrayContaining([
        {
          kind: 'profile',
          id: profile,
          name: 'Homes',
          home: { id: ofProfile.id, name: 'For the profile', shared: true },
        },
        expect.objectContaining({
          kind: 'role',
          id: role,
          home: { id: ofRole.id, name: 'For the role', shared: true },
        }),
        expect.objectContaining({
          kind: 'customer',
          home: { id: ofCustomer.id, name: 'For acme', shared: true },
        }),
        expect.objectContaining({ kind: 'customer', id: server.customers.get('globex'), home: null }),
      ]),
    );
    await ok(put(at, { home: mine.id }));
    expect(await current()).toMatchObject({
      home: { id: mine.id, by: 'user' },
      own: mine.id,
      ofCustomer: ofCustomer.id,
    });
    expect(statusAndCode(await put(at, { home: mine.id }, colleague))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await put(own('/assigned', 'home'), { home: mine.id }))).toEqual([
      400,
      'HOME_PRIVATE',
    ]);
    const unknown = { to: { kind: 'role', id: 99_999 }, home: ofRole.id };
    expect(statusAndCode(await put(assigned, unknown, chief))).toEqual([404, 'NOT_FOUND']);
    const placed = { to: { kind: 'role', id: role }, home: ofCustomer.id };
    expect(statusAndCode(await put(assigned, placed, chief))).toEqual([404, 'NOT_FOUND']);
    await ok(put(at, { home: null }));
    await ok(put(assigned, { to: { kind: 'role', id: role }, home: null }, chief));
    expect(await current()).toMatchObject({ home: { by: 'profile' }, own: null });
  });
});

describe('documents from a folder', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'documents-'));
    mkdirSync(join(folder, 'acme'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const fileOf = (name: string, more: object = {}) => ({
    format: 'telltale-document',
    version: 1,
    kind: 'dashboard',
    name,
    document: documentOf('WAN links'),
    ...more,
  });
  const write = (path: string, content: unknown): void =>
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  async function provision(): Promise<readonly string[]> {
    const { files, faults } = readDocumentFiles(folder);
    expect(faults).toEqual([]);
    const outcomes = await provisionDocuments(server.stack.db, files);
    return outcomes.map(({ file, outcome, unknown }) => [file, outcome, ...unknown].join(' '));
  }
  const entry = async (name: string) => (await library(page)).find((each) => each.name === name);

  it('are created for the provider and for customers, and follow their files; drift is shown, and kept as a version', async () => {
    const sitesOf = (city: string) => ({
      elements: [{ kind: 'site', path: [city] }],
      document: {
        ...documentOf('WAN links'),
        filters: [{ id: 'site', element: 'site', default: { strategy: 'selection', ids: [0] } }],
      },
    });
    write('core.json', fileOf('Core'));
    write('acme/lines.json', fileOf('Lines of acme', sitesOf('acme one')));
    write('acme/taken.json', fileOf('Core links', { name: 'Copy of acme', ...sitesOf('no such site') }));
    expect(await provision()).toEqual([
      'acme/lines.json created',
      'acme/taken.json created no such site',
      'core.json created',
    ]);
    expect(await provision()).toEqual(expect.arrayContaining(['core.json unchanged']));
    const core = await entry('Core');
    expect(core).toMatchObject({ owner: null, provisioned: true, drifted: false, edit: 'nowhere' });
    expect((await create('By hand')).provisioned).toBeUndefined();
    const lines = (await entry('Lines of acme'))!;
    expect(lines).toMatchObject({ edit: 'here', visibility: 'public', provisioned: true, drifted: false });
    await ok(put(page, lines, { name: 'Lines of acme', version: 1, document: documentOf('By hand', 'Two') }));
    expect(await entry('Lines of acme')).toMatchObject({ drifted: true, dashlets: 2 });
    expect(await provision()).toContain('acme/lines.json drifted');
    write('acme/lines.json', fileOf('Lines', sitesOf('acme two')));
    expect(await provision()).toContain('acme/lines.json drift replaced');
    expect(await entry('Lines')).toMatchObject({ drifted: false, dashlets: 1, version: 3 });
    const retained = await ok<{ versions: ResourceVersion[] }>(
      page.get(own(`/${String(lines.id)}/versions`)),
    );
    expect(retained.versions.map(({ author }) => author)).toEqual([null, 'author', null]);
    rmSync(join(folder, 'acme/lines.json'));
    expect(await provision()).toContain('acme/lines.json released');
    expect((await entry('Lines'))?.provisioned).toBeUndefined();
  });

  it('are rejected with file and path of each fault, and leave names and KPIs of others alone', async () => {
    await create('Taken by a user');
    write('acme/taken.json', fileOf('Taken by a user'));
    mkdirSync(join(folder, 'nowhere'));
    write('nowhere/a.json', fileOf('A'));
    const wrong = { keys: ['tunnel'], breakdown: { kind: 'all' }, series: [{ kpi: 'itf_in_util' }] };
    const dashlets = [{ id: 'a', type: 'table', place, settings: wrong }];
    write('core.json', fileOf('Core', { document: { version: 1, dashlets } }));
    expect(await provision()).toEqual([
      'acme/taken.json name taken',
      'core.json KPI incompatible',
      'nowhere/a.json customer unknown',
    ]);
    write('acme/other.json', fileOf('tAKEN by a user'));
    write('acme/home.json', fileOf('Taken by a user', { kind: 'home' }));
    write('list.json', '[]');
    write('broken.json', '{');
    write('newer.json', fileOf('Newer', { document: { version: 9, dashlets: [] } }));
    const { faults } = readDocumentFiles(folder);
    expect(faults).toEqual([
      expect.stringMatching(/^broken\.json: /),
      'list.json: Expected a value of type object.',
      expect.stringMatching(/^newer\.json: document\.version: A newer version of the product wrote/),
      'acme/taken.json: name: acme/other.json has the same name',
    ]);
    expect(readDocumentFiles(join(folder, 'missing')).faults).toHaveLength(1);
  });
});
