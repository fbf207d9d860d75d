import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyReport, REPORT_VERSION, type WrittenReport } from '#schemas/report/document.ts';
import type { ReportDifference } from '#schemas/report/difference.ts';
import type { ReportEntry, ReportSummary } from '#schemas/report/entry.ts';
import type { ReportFile } from '#schemas/report/file.ts';
import type { ResourceVersion } from '#schemas/resource/version.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { longestTurn } from '#tests/fixtures/server/longest-turn.ts';
import { timeLimit } from '#tests/fixtures/time-limit.ts';
import { documentFields } from '#tests/fixtures/update-fields.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';

let server: ServerUnderTest;
let page: Browser;
let colleague: Browser;
let reader: Browser;
let stranger: Browser;
let provider: Browser;

beforeAll(async () => {
  server = await openServer();
  const writing = ['REPORT.write', 'PRIVATE.RESOURCE.write'] as const;
  for (const username of ['author', 'colleague'])
    await server.account({ username, permissions: [...writing], customers: ['acme'] });
  await server.account({ username: 'reader', permissions: ['REPORT.read'], customers: ['acme'] });
  await server.account({ username: 'stranger', permissions: [...writing], customers: ['globex'] });
  await server.account({ username: 'provider', permissions: ['TEMPLATE.REPORT.write', 'KPI.read'] });
  page = await server.signedIn('author');
  colleague = await server.signedIn('colleague');
  reader = await server.signedIn('reader');
  stranger = await server.signedIn('stranger');
  provider = await server.signedIn('provider');
});
afterAll(() => server.close());

const own = (remaining = '', customer = 'acme'): string =>
  `/api/v1/customers/${String(server.customers.get(customer)!)}/report${remaining}`;
const frame = { x: 40, y: 40, width: 500, height: 300 };
const timeline = {
  type: 'timeline',
  title: 'WAN links',
  settings: { keys: ['interface'], breakdown: { kind: 'top', count: 5 }, series: [{ kpi: 'itf_in_util' }] },
};
const site = { name: 'Site', choice: { id: 'site', element: 'site' } };
const documentOf = (more: Partial<WrittenReport> = {}, items: readonly object[] = []): WrittenReport => ({
  ...emptyReport,
  pages: [
    {
      ...emptyReport.pages[0]!,
      items: [{ id: 'i1', kind: 'dashlet', frame, content: timeline }, ...items] as never,
    },
  ],
  ...more,
});

/** Pages with as many dashlets each. */
const manyPages = (pages: number, dashlets: number): WrittenReport['pages'] =>
  Array.from({ length: pages }, (_, page) => ({
    ...emptyReport.pages[0]!,
    id: `p${String(page)}`,
    items: Array.from({ length: dashlets }, (_item, item) => ({
      id: `i${String(page)}-${String(item)}`,
      kind: 'dashlet',
      frame,
      content: timeline,
    })) as never,
  }));

/** Status and problem code of a rejected call. */
const rejection = async (call: Promise<Parameters<typeof statusAndCode>[0]>) => statusAndCode(await call);

async function ok<Reply>(response: Promise<{ statusCode: number; body: string }>): Promise<Reply> {
  const { statusCode, body } = await response;
  expect([statusCode, body]).toEqual([200, body]);
  return JSON.parse(body) as Reply;
}
const create = (name: string, more: object = {}, by = page, at = own()): Promise<ReportEntry> =>
  ok(by.send('POST', at, { body: { name, document: documentOf(), ...more } }));
const put = (by: Browser, { id }: { id: number }, body: object) =>
  by.send('PUT', own(`/${String(id)}`), { body: { ...documentFields, ...body } });
const library = async (by: Browser, at = own()): Promise<ReportSummary[]> =>
  (await ok<{ documents: ReportSummary[] }>(by.get(at))).documents;
const dataAt = (id: number): string => own(`/${String(id)}/data`);
const request = {
  id: 'i1',
  keys: ['date', 'interface'],
  breakdown: { kind: 'top', count: 5 },
  series: [{ kpi: 'itf_in_util' }],
  from: 1_000_000,
  to: 1_003_600,
  timeZone: 'UTC',
  stored: true,
};

describe('a report', () => {
  it('is created, read, updated with the version that was seen, duplicated and deleted', async () => {
    const made = await create('Monthly', { folder: 'NOC', description: 'Of all sites' });
    expect(made).toMatchObject({ version: 1, folder: 'NOC', edit: 'here', dashlets: 1, pages: 1 });
    expect(made.document).toMatchObject({ format: 'a4', period: { kind: 'last', minutes: 1_440 } });
    const body = {
      name: 'Monthly',
      folder: '',
      version: 1,
      document: documentOf({ variables: [site] as never }),
    };
    expect(await ok(put(page, made, body))).toMatchObject({ version: 2, folder: '' });
    expect(await rejection(put(colleague, made, body))).toEqual([409, 'CONFLICT']);
    await ok(page.send('PUT', own(`/${String(made.id)}/opened`), { body: {} }));
    const [first] = await library(page);
    expect(first).toMatchObject({ name: 'Monthly', openedAt: server.clock.now().getTime() });
    const copy = await ok<ReportEntry>(
      page.send('POST', own(`/${String(made.id)}/duplicate`), { body: { name: 'Monthly (copy)' } }),
    );
    expect(copy.document).toEqual((await ok<ReportEntry>(page.get(own(`/${String(made.id)}`)))).document);
    await ok(page.send('DELETE', own(`/${String(copy.id)}?version=1`)));
    expect(await rejection(page.get(own(`/${String(copy.id)}`)))).toEqual([410, 'RESOURCE_DELETED']);
  });

  it.each([
    [
      'a web page: iframe dashlets are not allowed in reports',
      documentOf({}, [
        {
          id: 'i2',
          kind: 'dashlet',
          frame,
          content: { type: 'iframe', title: '', settings: { url: 'https://a.example' } },
        },
      ]),
      'IFRAME_NOT_IN_REPORT',
    ],
    [
      'a repeated dashlet: pages are repeated',
      documentOf({}, [
        {
          id: 'i2',
          kind: 'dashlet',
          frame,
          content: { type: 'alarms', title: '', settings: {}, repeat: 'site' },
        },
      ]),
      'REPEAT_NOT_IN_REPORT',
    ],
    ['a variable that is not there', documentOf({ breakdown: 'site' }), 'INPUT_INVALID'],
    [
      'two items with one id',
      documentOf({}, [{ id: 'i1', kind: 'shape', shape: 'line', frame }]),
      'NOT_UNIQUE',
    ],
    ['no page', documentOf({ pages: [] }), 'REQUIRED'],
    [
      'more pages than the maximum',
      documentOf({
        pages: Array.from({ length: 201 }, (_, index) => ({
          ...emptyReport.pages[0]!,
          id: `p${String(index)}`,
        })),
      }),
      'REPORT_TOO_MANY_PAGES',
    ],
    ['500 pages and 3,000 dashlets', documentOf({ pages: manyPages(500, 6) }), 'REPORT_TOO_MANY_PAGES'],
    ['1,200 dashlets on 200 pages', documentOf({ pages: manyPages(200, 6) }), 'TOO_LARGE'],
    [
      'a text of 100 kB',
      documentOf({}, [
        {
          id: 'i2',
          kind: 'text',
          frame,
          text: {
            type: 'doc',
            content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x'.repeat(100_000) }] }],
          },
        },
      ]),
      'TOO_LONG',
    ],
    ['another size than that of its paper', documentOf({ format: 'letter' }), 'INPUT_INVALID'],
    ['a later version', { ...documentOf(), version: REPORT_VERSION + 1 }, 'DOCUMENT_NEWER'],
  ])('with %s is rejected', async (_, document, code) => {
    const { statusCode, body } = await page.send('POST', own(), { body: { name: 'Rejected', document } });
    expect([
      statusCode,
      (JSON.parse(body) as { errors: { code: string }[] }).errors.map((fault) => fault.code),
    ]).toEqual([400, expect.arrayContaining([code])]);
  });

  it('keeps a version per change and restores one as the newest', async () => {
    const made = await create('Versions');
    const text = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }],
    };
    const document = documentOf({}, [{ id: 'i2', kind: 'text', frame, text }]);
    await ok(put(page, made, { name: 'Versions', version: 1, document }));
    const { versions } = await ok<{ versions: ResourceVersion[] }>(
      page.get(own(`/${String(made.id)}/versions`)),
    );
    expect(versions.map(({ number }) => number)).toEqual([2, 1]);
    const { difference } = await ok<{ difference: ReportDifference }>(
      page.get(own(`/${String(made.id)}/versions/1/difference`)),
    );
    expect(difference).toMatchObject({
      pages: [{ id: 'p1', change: 'changed', parts: ['layers'] }],
      items: [{ id: 'i2', title: 'Hello', kind: 'text', page: 1, change: 'added' }],
    });
    const restored = await ok<ReportEntry>(
      page.send('POST', own(`/${String(made.id)}/versions/1/restore`), { body: { version: 2 } }),
    );
    expect(restored).toMatchObject({ version: 3, document: made.document });
  });

  it('is a file that names its elements, without images', async () => {
    const made = await create('As a file', {
      document: documentOf({}, [{ id: 'i2', kind: 'image', frame, image: 4_711 }]),
    });
    const file = await ok<ReportFile>(page.get(own(`/${String(made.id)}/file`)));
    expect(file).toMatchObject({ format: 'telltale-document', kind: 'report', name: 'As a file' });
    expect(file.document.pages[0]!.items[1]).toMatchObject({ kind: 'image', image: null });
    const imported = await ok<{ document: ReportEntry }>(
      page.send('POST', own('/file'), { body: { file: { ...file, name: 'Imported' } } }),
    );
    expect(imported.document).toMatchObject({ name: 'Imported', pages: 1, dashlets: 1 });
  });

  it('of deleted KPIs, elements and images is read and saved, and says of each dashlet what is missing', async () => {
    const deleted = { ...timeline, settings: { ...timeline.settings, series: [{ kpi: 'deleted_kpi' }] } };
    const elsewhere = {
      ...timeline,
      settings: { ...timeline.settings, filters: [{ element: 'site', ids: [4_711] }] },
    };
    const made = await create('Of what is deleted', {
      document: documentOf({}, [
        { id: 'i2', kind: 'dashlet', frame, content: deleted },
        { id: 'i3', kind: 'dashlet', frame, content: elsewhere },
        { id: 'i4', kind: 'image', frame, image: 4_711 },
      ]),
    });
    const { statusCode, body } = await reader.send('POST', dataAt(made.id), {
      body: {
        requests: [
          { ...request, id: 'i2', series: [{ kpi: 'deleted_kpi' }] },
          { ...request, id: 'i3', filters: [{ element: 'site', ids: [4_711] }] },
        ],
      },
    });
    const lines = body
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id?: string; problem?: { code: string } });
    const codes = lines.flatMap(({ id, problem }) => (problem === undefined ? [] : [[id, problem.code]]));
    expect([statusCode, codes]).toEqual([
      200,
      expect.arrayContaining([
        ['i2', 'DASHLET_KPI_UNKNOWN'],
        ['i3', 'DASHLET_NO_MATCH'],
      ]),
    ]);
    const put2 = await put(page, made, { name: 'Still saved', version: 1, document: made.document });
    expect(put2.statusCode).toBe(200);
  });

  it('of a deleted customer does not exist', async () => {
    expect((await page.get('/api/v1/customers/4711/report')).statusCode).toBeGreaterThanOrEqual(403);
  });

  it('has as many pages as the configuration allows', async () => {
    expect(await ok(page.get('/api/v1/report-settings'))).toEqual({
      maxPages: 200,
      resolvingIntervalMs: 500,
    });
  });
});

describe('the translations of a report', () => {
  const withTranslations = (count: number): object => ({
    name: 'Month',
    document: documentOf({
      translations: {
        fr: Object.fromEntries(Array.from({ length: count }, (_, at) => [`text ${String(at)}`, String(at)])),
      },
    }),
  });

  it('are at most 2,000, and more are rejected at their place', async () => {
    await ok(page.send('POST', own(), { body: withTranslations(2_000) }));
    const { statusCode, body } = await page.send('POST', own(), { body: withTranslations(2_001) });
    expect([statusCode, body]).toEqual([
      400,
      expect.stringContaining('"path":"body.document.translations.fr"'),
    ]);
    expect(body).toContain('"max":2000');
  });

  it.each([19_000, 90_000])('of %i texts do not stop the event loop', async (count) => {
    const body = withTranslations(count);
    let problem: unknown;
    const send = async (): Promise<void> => {
      problem = await rejection(page.send('POST', own(), { body: JSON.stringify(body), headers }));
    };
    const headers = { 'content-type': 'application/json' };
    const turns = [await longestTurn(send), await longestTurn(send), await longestTurn(send)];
    expect(Math.min(...turns)).toBeLessThan(timeLimit(50));
    expect(problem).toEqual(count > 20_000 ? [413, 'PAYLOAD_TOO_MANY_NAMES'] : [400, 'VALIDATION']);
  });
});

describe('the rights on reports', () => {
  it('without the permission to write nothing changes', async () => {
    const made = await create('Read only');
    expect(await ok(reader.get(own(`/${String(made.id)}`)))).toMatchObject({ edit: 'nowhere' });
    const rejected = [
      put(reader, made, { name: 'Mine', version: 1, document: documentOf() }),
      reader.send('POST', own(), { body: { name: 'Mine', document: documentOf() } }),
      reader.send('DELETE', own(`/${String(made.id)}?version=1`)),
      reader.send('POST', own(`/${String(made.id)}/duplicate`), { body: { name: 'Mine' } }),
    ];
    for (const each of rejected) expect(await rejection(each)).toEqual([403, 'FORBIDDEN']);
  });

  it('those of another customer do not exist', async () => {
    const made = await create('Of acme');
    expect(await rejection(stranger.get(own(`/${String(made.id)}`, 'globex')))).toEqual([404, 'NOT_FOUND']);
    expect(await rejection(stranger.get(own(`/${String(made.id)}`)))).toEqual([404, 'NOT_FOUND']);
    expect(await library(stranger, own('', 'globex'))).toEqual([]);
  });

  it('a private one is that of its owner', async () => {
    const made = await create('Private', { visibility: 'private' });
    expect((await library(colleague)).map(({ id }) => id)).not.toContain(made.id);
    expect(await rejection(colleague.get(own(`/${String(made.id)}`)))).toEqual([404, 'NOT_FOUND']);
  });

  it('readers get the values that a report shows and nothing else', async () => {
    const made = await create('Values');
    const { statusCode, body } = await reader.send('POST', dataAt(made.id), {
      body: { requests: [request] },
    });
    expect([statusCode, body.includes('NOT_OF_DOCUMENT')]).toEqual([200, false]);
    const other = { ...request, series: [{ kpi: 'itf_out_util' }] };
    const rejected = await reader.send('POST', dataAt(made.id), { body: { requests: [other] } });
    expect(rejected.body).toContain('NOT_OF_DOCUMENT');
  });

  it('readers list the elements of its variables, also within those of another one', async () => {
    const device = { name: 'Device', choice: { id: 'device', element: 'device' } };
    const variables = [site, device] as never;
    const made = await create('Variables', { document: documentOf({ variables }) });
    const list = (body: object) => reader.send('POST', own(`/${String(made.id)}/elements`), { body });
    await ok(list({ element: 'site', filters: [{ element: 'site' }] }));
    await ok(list({ element: 'device', filters: [{ element: 'device' }, { element: 'site', ids: [1] }] }));
    for (const body of [
      { element: 'interface', filters: [{ element: 'interface' }] },
      { element: 'site', filters: [{ element: 'site' }], properties: ['address'] },
      {
        element: 'site',
        filters: [
          { element: 'site' },
          { element: 'site', predicates: [{ property: 'city', operator: 'equals', values: ['Lyon'] }] },
        ],
      },
    ])
      expect(await rejection(list(body))).toEqual([403, 'NOT_OF_DOCUMENT']);
  });
});

describe('a template of reports', () => {
  it('is shared with a customer, read there, and copied with its share emptied', async () => {
    const made = await create('Template', {}, provider, '/api/v1/mt/report');
    const customer = server.customers.get('acme')!;
    expect((await library(page)).map(({ name }) => name)).not.toContain('Template');
    await ok(
      provider.send('PUT', `/api/v1/mt/share-resource/report/${String(made.id)}`, {
        body: { version: 1, everyone: false, profiles: [], clients: [customer] },
      }),
    );
    const seen = await ok<ReportEntry>(page.get(own(`/${String(made.id)}`)));
    expect(seen).toMatchObject({ name: 'Template', edit: 'nowhere', visibility: 'multi-client' });
    const copy = await ok<ReportEntry>(
      page.send('POST', own(`/${String(made.id)}/duplicate`), { body: { name: 'From the template' } }),
    );
    expect(copy).toMatchObject({ edit: 'here', visibility: 'public', document: made.document });
    const ofProvider = await ok<ReportEntry>(
      provider.send('POST', `/api/v1/mt/report/${String(made.id)}/duplicate`, {
        body: { name: 'Template 2' },
      }),
    );
    expect(ofProvider.share).toEqual({ everyone: false, profiles: [], clients: [], others: 0 });
    expect(await rejection(stranger.get(own(`/${String(made.id)}`, 'globex')))).toEqual([404, 'NOT_FOUND']);
  });

  it('is deactivated and gets another owner', async () => {
    const made = await create('Owned', {}, provider, '/api/v1/mt/report');
    const owner = await server.account({ username: 'owner', permissions: ['TEMPLATE.REPORT.write'] });
    const at = `/api/v1/mt/share-resource/report/${String(made.id)}`;
    await ok(provider.send('PUT', `${at}/status`, { body: { version: 1, active: false, comment: 'Old' } }));
    const read = await ok<ReportEntry>(provider.get(`/api/v1/mt/report/${String(made.id)}`));
    expect(read.status).toMatchObject({ active: false, comment: 'Old' });
    const given = await ok<{ owner: { id: number } }>(
      provider.send('PUT', `${at}/owner`, { body: { version: 2, owner } }),
    );
    expect(given.owner.id).toBe(owner);
  });
});
