import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WrittenDocument } from '#schemas/dashboard/document.ts';
import type { DocumentDifference } from '#schemas/dashboard/difference.ts';
import type { DocumentEntry, DocumentSummary } from '#schemas/dashboard/entry.ts';
import type { ResourceVersion } from '#schemas/resource/version.ts';
import { openServer } from '../../fixtures/server/server-under-test.ts';
import type { Browser, ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
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

const own = (rest = '', kind = 'dashboard'): string =>
  `/api/v1/customers/${String(server.customers.get('acme')!)}/${kind}${rest}`;
const place = { x: 0, y: 0, width: 12, height: 8 };
const documentOf = (...titles: string[]): WrittenDocument => ({
  version: 1,
  dashlets: titles.map((title, index) => ({
    ...{ id: `d${String(index)}`, type: 'timeline', title, place },
    settings: { keys: ['interface'], breakdown: { kind: 'top', count: 5 }, series: [{ kpi: 'itf_in_util' }] },
  })) as unknown as WrittenDocument['dashlets'],
});
async function ok<Reply>(response: Promise<{ statusCode: number; body: string }>): Promise<Reply> {
  const { statusCode, body } = await response;
  expect([statusCode, body]).toEqual([200, body]);
  return JSON.parse(body) as Reply;
}
const create = (name: string, more: object = {}, by = page, at = own()): Promise<DocumentEntry> =>
  ok(by.send('POST', at, { body: { name, document: documentOf('WAN links'), ...more } }));
const put = (by: Browser, { id }: { id: number }, body: object) =>
  by.send('PUT', own(`/${String(id)}`), { body });
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
    expect((await library(page)).map(({ id }) => id)).not.toContain(copy.id);
    expect(statusAndCode(await page.get(own(`/${String(copy.id)}`)))).toEqual([404, 'NOT_FOUND']);
    await ok(page.send('DELETE', own(`/${String(made.id)}?version=2`)));
    expect(statusAndCode(await page.get(own(`/${String(made.id)}`)))).toEqual([404, 'NOT_FOUND']);
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
    await server.clock.advance(60_000);
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
    const copy = { body: { name: 'vERSIONS' } };
    expect(statusAndCode(await page.send('POST', own(`/${String(made.id)}/duplicate`), copy))).toEqual([
      409,
      'NAME_TAKEN',
    ]);
    expect(await ok(restore(3))).toMatchObject({ version: 4, folder: 'A', dashlets: 1 });
    expect(await versions()).toMatchObject([{ number: 3, author: 'author', restored: 1 }, {}, {}]);
    const unknown = own(`/${String(made.id)}/versions/9/difference`);
    expect(statusAndCode(await page.get(unknown))).toEqual([404, 'NOT_FOUND']);
  });

  it('is rejected with the path of each fault', async () => {
    const [dashlet] = documentOf('A').dashlets as unknown as Record<string, unknown>[];
    const send = async (document: unknown, at = own()) => {
      const response = await page.send('POST', at, { body: { name: 'Faulty', document } });
      const { errors = [] } = response.json<{ errors?: { path: string; code: string }[] }>();
      return [response.statusCode, ...errors.map(({ path, code }) => `${path} ${code}`)];
    };
    const at = 'body.document.dashlets.0.settings';
    expect(await send({ version: 2, dashlets: [] })).toEqual([400, 'body.document.version DOCUMENT_NEWER']);
    const settings = { keys: ['tunnel'], breakdown: { kind: 'all' }, series: [{ kpi: 'itf_in_util' }] };
    expect(await send({ version: 1, dashlets: [{ ...dashlet, settings }] })).toEqual([
      400,
      `${at}.series.0.kpi KPI_INCOMPATIBLE`,
    ]);
    const deleted = { series: [{ kpi: 'deleted_long_ago' }] };
    await create('KPI gone', { document: { version: 1, dashlets: [{ ...dashlet, settings: deleted }] } });
    expect(
      statusAndCode(await page.send('POST', own(), { body: { name: 'KPI gone', document: documentOf() } })),
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
    const change = { name: 'Mine', version: 2, document: documentOf() };
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
    expect(await library(provider, '/api/v1/mt/dashboard')).toEqual([]);
  });
});
