import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyReport } from '#schemas/report/document.ts';
import type { ReportImage } from '#schemas/image/image.ts';
import type { DocumentUses } from '#schemas/resource/document-use.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';

let server: ServerUnderTest;
let page: Browser;
let reader: Browser;
let stranger: Browser;
let provider: Browser;
beforeAll(async () => {
  server = await openServer();
  await server.account({ username: 'author', permissions: ['REPORT.write'], customers: ['acme'] });
  await server.account({ username: 'reader', permissions: ['REPORT.read'], customers: ['acme'] });
  await server.account({ username: 'stranger', permissions: ['REPORT.write'], customers: ['globex'] });
  await server.account({ username: 'provider', permissions: ['TEMPLATE.REPORT.write', 'KPI.read'] });
  page = await server.signedIn('author');
  reader = await server.signedIn('reader');
  stranger = await server.signedIn('stranger');
  provider = await server.signedIn('provider');
});
afterAll(() => server.close());

const at = (customer = 'acme', remaining = ''): string =>
  `/api/v1/customers/${String(server.customers.get(customer)!)}/report-image${remaining}`;
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const svg = (inside = ''): string =>
  base64(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">${inside}</svg>`);
/** Status and problem code of a rejected call. */
const rejection = async (call: Promise<Parameters<typeof statusAndCode>[0]>) => statusAndCode(await call);

async function ok<Reply>(response: Promise<{ statusCode: number; body: string }>): Promise<Reply> {
  const { statusCode, body } = await response;
  expect([statusCode, body]).toEqual([200, body]);
  return JSON.parse(body) as Reply;
}
const upload = (name: string, data = svg(), by = page, where = at()): Promise<ReportImage> =>
  ok(by.send('POST', where, { body: { name, data } }));
const list = async (by: Browser, where = at()): Promise<readonly string[]> =>
  (await ok<{ images: ReportImage[] }>(by.get(where))).images.map(({ name }) => name);

describe('images of reports', () => {
  it('are uploaded, read, renamed, replaced and deleted', async () => {
    const made = await upload('Logo');
    expect(made).toMatchObject({
      type: 'image/svg+xml',
      width: 40,
      height: 20,
      ofProvider: false,
      version: 1,
    });
    const renamed = await ok<ReportImage>(
      page.send('PUT', at('acme', `/${String(made.id)}`), {
        body: { version: 1, name: 'Brand', data: null },
      }),
    );
    expect(renamed).toMatchObject({ id: made.id, name: 'Brand', version: 2, bytes: made.bytes });
    const replaced = { version: 2, name: 'Brand', data: svg('<script>x</script><path d="M0 0"/>') };
    await ok(page.send('PUT', at('acme', `/${String(made.id)}`), { body: replaced }));
    expect(await rejection(page.send('PUT', at('acme', `/${String(made.id)}`), { body: replaced }))).toEqual([
      409,
      'CONFLICT',
    ]);
    const { data } = await ok<{ data: string }>(reader.get(at('acme', `/${String(made.id)}/content`)));
    expect(Buffer.from(data, 'base64').toString()).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0"></path></svg>',
    );
    await ok(page.send('DELETE', at('acme', `/${String(made.id)}?version=3`)));
    expect(await list(page)).toEqual([]);
  });

  it('of the provider are changed by users of all customers only: reports of every customer show them', async () => {
    const where = '/api/v1/mt/report-image';
    const made = await upload('Seal', svg(), provider, where);
    await server.account({
      username: 'partner',
      permissions: ['TEMPLATE.REPORT.write', 'KPI.read'],
      customers: ['acme'],
    });
    const partner = await server.signedIn('partner');
    const one = `${where}/${String(made.id)}`;
    const draft = { name: 'Mine', data: svg() };
    for (const call of [
      partner.send('POST', where, { body: draft }),
      partner.send('PUT', one, { body: { ...draft, version: 1 } }),
      partner.send('DELETE', `${one}?version=1`),
    ])
      expect(await rejection(call)).toEqual([403, 'REACHES_OTHER_CUSTOMERS']);
    await ok(provider.send('DELETE', `${one}?version=1`));
  });

  it.each([
    ['a text', base64('hello')],
    ['a page', base64('<html></html>')],
    ['no base64', 'äöü'],
  ])('%s is an invalid file', async (_, data) => {
    const { statusCode, body } = await page.send('POST', at(), { body: { name: 'Bad', data } });
    expect([statusCode, body.includes('REPORT_FILE_INVALID')]).toEqual([400, true]);
  });

  it('with more pixels than a browser should decode say how many they have and may have', async () => {
    const file = base64('<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"/>');
    const { statusCode, body } = await page.send('POST', at(), { body: { name: 'Wide', data: file } });
    const { code, detail } = JSON.parse(body) as { code: string; detail?: string };
    expect([statusCode, code]).toEqual([400, 'REPORT_IMAGE_OVERSIZED']);
    expect(`${body}${detail ?? ''}`).toContain('20,000 × 20,000 pixels');
  });

  it('have unique names in their library', async () => {
    await upload('Twice');
    expect(await rejection(page.send('POST', at(), { body: { name: 'twice', data: svg() } }))).toEqual([
      409,
      'NAME_TAKEN',
    ]);
    await upload('Twice', svg(), stranger, at('globex'));
  });

  it('of a customer do not exist for another one; those of the provider are read by all and changed by it', async () => {
    const own = await upload('Own');
    const shared = await upload('Provided', svg(), provider, '/api/v1/mt/report-image');
    expect(await list(stranger, at('globex'))).toEqual(['Provided', 'Twice']);
    const foreign = (id: number, remaining = '') => at('globex', `/${String(id)}${remaining}`);
    expect(await rejection(stranger.get(foreign(own.id, '/content')))).toEqual([404, 'NOT_FOUND']);
    expect(await rejection(stranger.send('DELETE', foreign(own.id, '?version=1')))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    await ok(stranger.get(foreign(shared.id, '/content')));
    expect(await rejection(stranger.send('DELETE', foreign(shared.id, '?version=1')))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(await rejection(provider.get(`/api/v1/mt/report-image/${String(own.id)}/content`))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it('are uploaded by those who may write reports', async () => {
    expect(await rejection(reader.send('POST', at(), { body: { name: 'No', data: svg() } }))).toEqual([
      403,
      'FORBIDDEN',
    ]);
  });

  it('name the reports that show them', async () => {
    const image = await upload('Used');
    const item = { id: 'i1', kind: 'image', image: image.id, frame: { x: 0, y: 0, width: 40, height: 20 } };
    const document = { ...emptyReport, pages: [{ ...emptyReport.pages[0]!, items: [item] }] };
    const reports = `/api/v1/customers/${String(server.customers.get('acme')!)}/report`;
    await ok(page.send('POST', reports, { body: { name: 'With a logo', document } }));
    const uses = await ok<DocumentUses>(page.get(at('acme', `/${String(image.id)}/uses`)));
    expect(uses).toMatchObject({ documents: [{ kind: 'report', name: 'With a logo' }], others: 0 });
  });
});
