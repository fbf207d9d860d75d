import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { startHostileManager } from '#tests/fixtures/sdwan/hostile-fortinet.ts';
import { managerUser } from '#tests/fixtures/sdwan/managers.ts';
import type { Browser } from '#tests/fixtures/server/server-under-test.ts';
import { consoleOfFile } from '../support/console-of-file.ts';
import { shot } from '../support/shot.ts';
import { soon } from '../support/soon.ts';

const telltale = await consoleOfFile({ sdwanAllowedNetworks: ['127.0.0.0/8'] });
const acme = telltale.customers.get('acme')!;

const MARKUP = '<img src=x onerror=__xss=1><svg onload=__xss=2></svg><script>__xss=3</script>';
const LINK = 'javascript:__xss=4';
const DATA = 'data:text/html,<script>parent.__xss=5</script>';
/** What a manager may say: markup in names and values, addresses that run scripts, names of prototypes, and very deep or wide values. */
const hostile = JSON.parse(
  JSON.stringify([
    { name: MARKUP, url: LINK, href: DATA, html: `<a href="${LINK}">x</a>`, '\u202Efdp.exe': '\u200B' },
    { name: '{{n}}$t(a)', url: LINK, href: DATA, html: MARKUP, [MARKUP]: MARKUP },
  ]).replace('"name":"{{n}}', '"__proto__":{"isAdmin":true},"constructor":{"name":"x"},"name":"{{n}}'),
) as unknown;

/** Nested as deep as a response may be, and as wide. */
const deep = (levels: number): unknown => {
  let value: unknown = MARKUP;
  for (let level = 0; level < levels; level += 1) value = { [`level ${String(level)}`]: [value] };
  return value;
};

/** Tries to leave its frame in every way that the sandbox shall not allow. */
const FRAME = `<!doctype html><title>x</title><h1>Framed</h1><form id=f action="/posted" target=_top></form>
<a id=a href="/taken" target=_top download=x>x</a><script>
const tries = [
  () => { top.location = '/taken'; }, () => { parent.location.href = '/taken'; },
  () => { window.open('/popup'); }, () => { alert('framed'); }, () => { parent.document.title = 'taken'; },
  () => { parent.localStorage.clear(); }, () => { document.cookie = 'sid=taken'; localStorage.x = 1; },
  () => { f.submit(); }, () => { a.click(); }, () => { top.postMessage({ type: 'session' }, '*'); },
  () => { navigator.serviceWorker.register('/sw.js'); }, () => { parent.__xss = 6; },
];
const outcomes = tries.map((run) => { try { run(); return 'ran'; } catch (error) { return error.name; } });
fetch('/outcomes', { method: 'POST', mode: 'no-cors', body: JSON.stringify({ outcomes, cookie: (() => { try { return document.cookie; } catch (error) { return error.name; } })(), origin: self.origin, referrer: document.referrer }) });
setTimeout(() => fetch('/later', { mode: 'no-cors' }), 500);
</script>`;

let manager: Awaited<ReturnType<typeof startHostileManager>>;
const requested: string[] = [];
const reports: string[] = [];
const site = createServer((request, response) => {
  requested.push(`${request.method ?? ''} ${request.url ?? ''}`);
  let text = '';
  request.on('data', (part: Buffer) => (text += part.toString()));
  request.on('end', () => {
    if (request.url === '/outcomes') reports.push(text);
    response.setHeader('content-type', 'text/html').end(request.url === '/frame' ? FRAME : 'taken');
  });
});
let author: Browser;

beforeAll(async () => {
  manager = await startHostileManager((url) => {
    const levels = /\/deep(\d+)$/.exec(url)?.[1];
    return levels === undefined ? hostile : deep(Number(levels));
  });
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  await telltale.account({ username: 'hostile author', permissions: permissionKeys });
  author = await telltale.signedIn('hostile author');
  const body = {
    name: 'Hostile',
    kind: 'fortinet',
    url: manager.url,
    ...managerUser,
    adom: 'acme',
    vdom: '',
    organization: '',
    elasticUrl: '',
    vsdName: '',
    isMultiTenant: false,
    customer: acme,
    clientId: '',
    verifyTls: true,
    suspendProvisioning: true,
    suspendCollect: true,
  };
  const made = await author.send('POST', '/api/v1/mt/sdwanmanagers', { body });
  if (made.statusCode !== 200) throw new Error(made.body);
});
afterAll(() => {
  manager.close();
  site.close();
});

const siteUrl = (): string => `http://127.0.0.1:${String((site.address() as AddressInfo).port)}`;

interface Dashlet {
  readonly type: string;
  readonly title: string;
  readonly settings: object;
}

const save = (name: string, given: readonly Dashlet[]) => {
  const dashlets = given.map((dashlet, at) => ({
    ...dashlet,
    id: `d${String(at)}`,
    place: { x: 0, y: at * 6, width: 12, height: 6 },
  }));
  const document = { version: 1, filters: [], dashlets };
  return author.send('POST', `/api/v1/customers/${String(acme)}/dashboard`, { body: { name, document } });
};

async function open(name: string, dashlets: readonly Dashlet[]) {
  const made = await save(name, dashlets);
  expect([made.statusCode, made.body]).toEqual([200, made.body]);
  const { id } = made.json<{ id: number }>();
  return telltale.open(`/dashboard?customer=${String(acme)}&open=${String(id)}`);
}

/** What came out of a page that shall show and do nothing but what it is given as text. */
const harm = (page: Page) =>
  page.evaluate(() => ({
    ran: Reflect.get(window, '__xss') as unknown,
    polluted: Reflect.get({}, 'isAdmin') as unknown,
    elements: document.querySelectorAll('main img[src="x"], main svg[onload], main script').length,
    links: [...document.querySelectorAll<HTMLElement>('[href], [src], [action]')]
      .map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '')
      .filter((address) => /^\s*(?:javascript|data:text|vbscript):/i.test(address)),
  }));
const none = { ran: undefined, polluted: undefined, elements: 0, links: [] };

const sdwan = (view: string, path: string): Dashlet => ({
  type: 'sdwan',
  title: `${view} ${MARKUP}`,
  settings: { endpoint: `/dvmdb/adom/{manager.tenant}/device${path}`, view },
});

describe('an opened dashboard', () => {
  it('shows what a hostile manager answers as text, in tables and trees', async () => {
    const { page, complaints, close } = await open(`Tables ${MARKUP}`, [
      sdwan('table', ''),
      sdwan('tree', ''),
    ]);
    const [table, tree] = [page.getByRole('article').first(), page.getByRole('article').nth(1)];
    await expect.poll(() => table.innerText(), soon).toContain(LINK);
    await tree.getByRole('group').first().waitFor();
    await tree.locator('summary').nth(1).click();
    await expect.poll(() => tree.innerText(), soon).toContain('onerror');
    expect(await harm(page)).toEqual(none);
    await shot(page, 'hostile-dashboard');
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows a response that is nested hundreds of levels deep, and says of a deeper one that it is too long', async () => {
    const dashlets = [sdwan('tree', '/deep300'), sdwan('table', '/deep300'), sdwan('tree', '/deep2000')];
    const { page, complaints, close } = await open('Deep', dashlets);
    const shown = (at: number, text: string) =>
      page.getByRole('article').nth(at).getByText(text).first().waitFor();
    await shown(0, 'level 299');
    await shown(1, 'level 299');
    await shown(2, 'The manager’s answer is too long to show');
    expect(await harm(page)).toEqual(none);
    expect(complaints).toEqual([]);
    await close();
  });

  it('keeps a framed page in its sandbox: it navigates nothing, opens nothing, reads nothing and knows no address of ours', async () => {
    const { page, close } = await open('Framed', [
      { type: 'iframe', title: `Framed ${MARKUP}`, settings: { url: `${siteUrl()}/frame` } },
    ]);
    const opened: string[] = [];
    page.on('dialog', (dialog) => {
      opened.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('popup', (popup) => opened.push(popup.url()));
    page.on('download', (download) => opened.push(download.url()));
    const address = page.url();
    await page.getByRole('article').frameLocator('iframe').getByRole('heading', { name: 'Framed' }).waitFor();
    await expect.poll(() => reports.length, soon).toBeGreaterThan(0);
    // What a navigation would have requested is requested by then.
    await expect.poll(() => requested, soon).toContain('GET /later');
    const frame = page.locator('iframe');
    expect([await frame.getAttribute('sandbox'), await frame.getAttribute('referrerpolicy')]).toEqual([
      'allow-scripts allow-forms',
      'no-referrer',
    ]);
    expect(new URL(page.url()).pathname).toBe(new URL(address).pathname);
    expect(JSON.parse(reports[0]!)).toMatchObject({ origin: 'null', cookie: 'SecurityError', referrer: '' });
    expect(requested.filter((one) => /taken|popup|posted|sw\.js/.test(one))).toEqual([]);
    expect(opened).toEqual([]);
    expect(await harm(page)).toEqual(none);
    expect((await page.context().cookies(telltale.url)).find(({ name }) => name === 'sid')?.value).not.toBe(
      'taken',
    );
    await close();
  });

  it.each([
    LINK,
    DATA,
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'blob:http://x/1',
    'file:///etc/passwd',
    'https://user:secret@example.net/',
  ])('cannot frame %j: it is not saved', async (url) => {
    const response = await save(`Frame of ${encodeURIComponent(url)}`, [
      { type: 'iframe', title: 'x', settings: { url } },
    ]);
    expect([response.statusCode, response.body]).toEqual([400, expect.stringContaining('URL_INVALID')]);
  });
});
