import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyDocument } from '#schemas/dashboard/document.ts';
import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import { emptyReport } from '#schemas/report/document.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';

let server: ServerUnderTest;
let author: Browser;
let sharer: Browser;
let colleague: Browser;
const writing = ['DASHBOARD.write', 'HOME.write', 'REPORT.write'] as const;
beforeAll(async () => {
  server = await openServer();
  const account = { customers: ['acme'] };
  await server.account({
    ...account,
    username: 'author',
    permissions: [...writing, 'PRIVATE.RESOURCE.write'],
  });
  await server.account({ ...account, username: 'sharer', permissions: [...writing] });
  await server.account({ ...account, username: 'colleague', permissions: ['DASHBOARD.read'] });
  author = await server.signedIn('author');
  sharer = await server.signedIn('sharer');
  colleague = await server.signedIn('colleague');
});
afterAll(() => server.close());

const at = (remaining = '', kind = 'dashboard'): string =>
  `/api/v1/customers/${String(server.customers.get('acme')!)}/${kind}${remaining}`;
async function made(response: ReturnType<Browser['send']>): Promise<DocumentEntry> {
  const { statusCode, body } = await response;
  expect([statusCode, body]).toEqual([200, body]);
  const reply = JSON.parse(body) as DocumentEntry | { readonly document: DocumentEntry };
  return 'visibility' in reply ? reply : (reply as { readonly document: DocumentEntry }).document;
}
const document = emptyDocument;
const file = (name: string) => ({
  format: 'telltale-document',
  version: 1,
  kind: 'dashboard',
  name,
  document,
});

describe('without a visibility', () => {
  it('a new dashboard, a copy and an import are their author’s until they share them', async () => {
    const own = await made(author.send('POST', at(), { body: { name: 'Own', document } }));
    const copy = await made(
      author.send('POST', at(`/${String(own.id)}/duplicate`), { body: { name: 'Copy' } }),
    );
    const imported = await made(author.send('POST', at('/file'), { body: { file: file('Imported') } }));
    for (const { id, visibility } of [own, copy, imported]) {
      expect(visibility).toBe('private');
      expect(statusAndCode(await colleague.get(at(`/${String(id)}`)))).toEqual([404, 'NOT_FOUND']);
    }
    const { name, description, folder, version } = own;
    const body = { name, description, folder, document, version, visibility: 'public' };
    expect((await made(author.send('PUT', at(`/${String(own.id)}`), { body }))).visibility).toBe('public');
    expect((await colleague.get(at(`/${String(own.id)}`))).statusCode).toBe(200);
  });

  it('a dashboard is everyone’s where its author may not have private ones', async () => {
    const shared = await made(sharer.send('POST', at(), { body: { name: 'Shared', document } }));
    expect(shared.visibility).toBe('public');
    expect((await colleague.get(at(`/${String(shared.id)}`))).statusCode).toBe(200);
    const body = { name: 'Hidden', document, visibility: 'private' };
    expect(statusAndCode(await sharer.send('POST', at(), { body }))).toEqual([403, 'FORBIDDEN']);
  });

  it('home pages and reports are everyone’s from the start', async () => {
    const home = await made(author.send('POST', at('', 'home'), { body: { name: 'Home', document } }));
    const report = await made(
      author.send('POST', at('', 'report'), { body: { name: 'Month', document: emptyReport } }),
    );
    expect([home.visibility, report.visibility]).toEqual(['public', 'public']);
  });

  it('an update is rejected: it replaces every field', async () => {
    const own = await made(author.send('POST', at(), { body: { name: 'Stated', document } }));
    const { name, description, folder, version } = own;
    const tried = await author.send('PUT', at(`/${String(own.id)}`), {
      body: { name, description, folder, document, version },
    });
    expect(tried.json()).toMatchObject({ errors: [{ path: 'body.visibility' }] });
  });
});
