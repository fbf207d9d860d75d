import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDocument } from '#schemas/dashboard/document.ts';
import { DocumentContent, type DocumentEntry, type DocumentSummary } from '#schemas/dashboard/entry.ts';
import type { ResourceVersion } from '#schemas/resource/version.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';
import { documentFields } from '#tests/fixtures/update-fields.ts';

let server: ServerUnderTest;
let page: Browser;
let colleague: Browser;
let reader: Browser;
let foreign: Browser;
let provider: Browser;
beforeAll(async () => {
  server = await openServer();
  const writing = ['DASHBOARD.write', 'HOME.write', 'PRIVATE.RESOURCE.write'] as const;
  const templates = ['TEMPLATE.DASHBOARD.write', 'TEMPLATE.HOME.write'] as const;
  const someone = async (username: string, permissions: readonly string[], customers?: readonly string[]) => {
    await server.account({
      username,
      permissions: [...permissions] as never,
      ...(customers && { customers: [...customers] }),
    });
    return server.signedIn(username);
  };
  page = await someone('author', writing, ['acme']);
  colleague = await someone('colleague', writing, ['acme']);
  reader = await someone('reader', ['DASHBOARD.read', 'TEMPLATE.DASHBOARD.read'], ['acme']);
  foreign = await someone('foreign', [...writing, ...templates], ['globex']);
  provider = await someone('provider', [...templates, ...writing]);
});
afterAll(() => server.close());

const TEMPLATES = '/api/v1/mt/dashboard';
const of = (clientId: string): string =>
  `/api/v1/customers/${String(server.customers.get(clientId)!)}/dashboard`;
async function ok<Reply>(response: Promise<{ statusCode: number; body: string }>): Promise<Reply> {
  const { statusCode, body } = await response;
  expect([statusCode, body]).toEqual([200, body]);
  return JSON.parse(body) as Reply;
}
const create = (name: string, folder: string, more: object = {}, by = page, at = of('acme')) =>
  ok<DocumentEntry>(
    by.send('POST', at, { body: { name, folder, visibility: 'public', document: emptyDocument, ...more } }),
  );
const move = (folder: string, to: string, by = page, at = of('acme')) =>
  by.send('PUT', `${at}/folder`, { body: { folder, to } });
const foldersOf = async (by: Browser, at = of('acme')): Promise<Record<string, string>> => {
  const { documents } = await ok<{ documents: DocumentSummary[] }>(by.get(at));
  return Object.fromEntries(documents.map(({ name, folder }) => [name, folder]));
};
const changesOf = (id: number) =>
  server.stack.db
    .selectFrom('audit_event')
    .select(['action', 'actor', 'detail'])
    .where('subject', '=', 'dashboard')
    .where('subject_id', '=', String(id))
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow();

describe('a folder of a library', () => {
  it('is renamed with the folders below it, in one call; what the user may not change stays and is counted', async () => {
    const shared = await create('Of the provider', 'NOC', {}, provider, TEMPLATES);
    const share = { version: 1, everyone: true, profiles: [], clients: [] };
    await ok(
      provider.send('PUT', `/api/v1/mt/share-resource/dashboard/${String(shared.id)}`, { body: share }),
    );
    const links = await create('Links', 'NOC');
    await create('WAN', ' NOC / WAN ');
    await create('Aside', 'NOC2');
    await create('Of the colleague', 'NOC', {}, colleague);
    await create('Hidden', 'NOC', { visibility: 'private' }, colleague);
    expect(await ok(move('NOC', 'Operations'))).toEqual({ moved: 3, retained: 1 });
    expect(await foldersOf(colleague)).toEqual({
      'Of the provider': 'NOC',
      Links: 'Operations',
      WAN: 'Operations/WAN',
      Aside: 'NOC2',
      'Of the colleague': 'Operations',
      Hidden: 'NOC',
    });
    const { versions } = await ok<{ versions: ResourceVersion[] }>(
      page.get(`${of('acme')}/${String(links.id)}/versions`),
    );
    expect(versions).toMatchObject([
      { number: 2, author: 'author' },
      { number: 1, author: 'author' },
    ]);
    expect(await changesOf(links.id)).toMatchObject({
      action: 'dashboard.update',
      actor: 'author',
      detail: '{"changes":[{"field":"folder","before":"NOC","after":"Operations"}]}',
    });
    // Who had it open saves on the new version.
    const late = { ...documentFields, name: 'Links', folder: 'NOC', document: emptyDocument, version: 1 };
    expect(
      statusAndCode(await page.send('PUT', `${of('acme')}/${String(links.id)}`, { body: late })),
    ).toEqual([409, 'CONFLICT']);
    // The version that the move keeps is the present content.
    const { difference } = await ok<{ difference: object }>(
      page.get(`${of('acme')}/${String(links.id)}/versions/2/difference`),
    );
    expect(difference).toEqual({ texts: [], parts: [], dashlets: [] });
    // It has every field that a save keeps.
    const retained = await server.stack.db
      .selectFrom('resource_version')
      .select('content')
      .where('resource_id', '=', links.id)
      .execute();
    const fields = retained.map(({ content }) => Object.keys(content as object).toSorted());
    expect(fields).toEqual([1, 2].map(() => Object.keys(DocumentContent.shape).toSorted()));
  });

  it('is deleted by moving its documents to the top level or to another folder, which they join', async () => {
    await create('One', 'Old/Site');
    await create('Two', 'Old');
    await create('Three', 'Kept');
    expect(await ok(move('Old/Site', 'Kept'))).toEqual({ moved: 1, retained: 0 });
    expect(await ok(move('Old', ''))).toEqual({ moved: 1, retained: 0 });
    expect(await foldersOf(page)).toMatchObject({ One: 'Kept', Two: '', Three: 'Kept' });
  });

  it('that two users rename at once is renamed once, and the second reads that it is deleted', async () => {
    for (let index = 0; index < 20; index += 1) await create(`Raced ${String(index)}`, 'Race');
    const both = await Promise.all([move('Race', 'First'), move('Race', 'Second', colleague)]);
    const [won, lost] = both.toSorted((one, other) => one.statusCode - other.statusCode);
    expect(won!.json()).toEqual({ moved: 20, retained: 0 });
    expect(statusAndCode(lost!)).toEqual([404, 'NOT_FOUND']);
    const raced = Object.entries(await foldersOf(page)).filter(([name]) => name.startsWith('Raced'));
    const winner = both[0] === won ? 'First' : 'Second';
    expect(new Set(raced.map(([, folder]) => folder))).toEqual(new Set([winner]));
  });

  it('is not moved by those who may only read, nor from another customer', async () => {
    await create('Ours', 'Same');
    await create('Theirs', 'Same', {}, foreign, of('globex'));
    await create('Template', 'Same', {}, provider, TEMPLATES);
    const secret = await create('Of globex', 'Same', {}, provider, TEMPLATES);
    const share = { version: 1, everyone: false, profiles: [], clients: [server.customers.get('globex')!] };
    await ok(
      provider.send('PUT', `/api/v1/mt/share-resource/dashboard/${String(secret.id)}`, { body: share }),
    );
    for (const [by, at] of [
      [reader, of('acme')],
      [reader, TEMPLATES],
    ] as const)
      expect(statusAndCode(await move('Same', 'Taken', by, at))).toEqual([403, 'FORBIDDEN']);
    expect(statusAndCode(await move('Same', 'Taken', foreign, of('acme')))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await move('Same', 'Taken', page, of('globex')))).toEqual([404, 'NOT_FOUND']);
    expect(await ok(move('Same', 'Mine'))).toEqual({ moved: 1, retained: 0 });
    expect(await foldersOf(foreign, of('globex'))).toMatchObject({ Theirs: 'Same', 'Of globex': 'Same' });
    expect(await foldersOf(provider, TEMPLATES)).toMatchObject({ Template: 'Same', 'Of globex': 'Same' });
    expect(await ok(move('Same', 'Moved', provider, TEMPLATES))).toMatchObject({ moved: 2 });
    expect(await foldersOf(foreign, of('globex'))).toMatchObject({ Theirs: 'Same', 'Of globex': 'Moved' });
  });

  it('without a name, or whose documents would be in too long a one, is rejected with its place', async () => {
    await create('Deep', `Short/${'x'.repeat(190)}`);
    const rejected = await move('Short', 'A much longer name');
    expect(statusAndCode(rejected)).toEqual([400, 'VALIDATION']);
    expect(rejected.json()).toMatchObject({ errors: [{ path: 'body.to', code: 'TOO_LONG' }] });
    expect((await move(' / ', 'Any')).statusCode).toBe(400);
    expect(statusAndCode(await move('No such folder', 'Any'))).toEqual([404, 'NOT_FOUND']);
  });
});
