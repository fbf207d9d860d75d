import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lastEvent, someone } from '#tests/fixtures/server/administrator.ts';
import {
  openServer,
  PASSWORD,
  type Browser as Caller,
  type ServerUnderTest,
} from '#tests/fixtures/server/server-under-test.ts';
import { browserOfWorker, closePages } from './support/browser.ts';
import {
  hostile,
  networkFile,
  putHostileTexts,
  putOwnTexts,
  shownNowhere,
  signInWithHostileTexts,
  statesOf,
} from './support/hostile-texts.ts';
import { startConsole, type RealConsole } from './support/real-console.ts';
import { reflowFaults } from './support/reflow.ts';
import { soon } from './support/soon.ts';

/** Fifty pages at two widths take more than the limit of one test on a busy machine. */
const WALK_MS = 600_000;

let browser: Browser;
let store: ServerUnderTest;
let telltale: RealConsole;
let admin: Caller;
/** Events of the audit whose differences hold what no other screen shows. */
let events: Readonly<Record<string, number>>;
let made: Awaited<ReturnType<typeof putHostileTexts>>;

beforeAll(async () => {
  browser = await browserOfWorker();
  store = await openServer({ engine: 'none', startsAt: Date.now() });
  admin = (await someone(store)).page;
  const imported = await admin.send('POST', '/api/v1/mt/inventory/import', {
    body: networkFile(),
    headers: { 'content-type': 'application/yaml' },
  });
  if (imported.statusCode !== 200) throw new Error(imported.body);
  // A server that starts now has the network in its inventory.
  telltale = await startConsole(browser, { adjacent: store, engine: statesOf });
});
afterAll(async () => {
  await closePages(browser);
  await telltale.close();
  await store.close();
});

/** Everything that users see or hear: texts, input values, names of buttons and cells. */
const shownOn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const held = [...document.querySelectorAll('input, textarea')].map((input) =>
      input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement ? input.value : '',
    );
    const named = [...document.querySelectorAll('[aria-label], [title]')].flatMap((element) => [
      element.getAttribute('aria-label') ?? '',
      element.getAttribute('title') ?? '',
    ]);
    return [document.body.textContent, ...held, ...named].join('\n');
  });

/** Every screen, with its forms and drawers, and what it must show of the texts. */
function screens(): readonly (readonly [path: string, ...fields: string[]])[] {
  const evil = String(telltale.customers.get('evil'));
  const alarm = `cockpit=${String(made.cockpit)}&alarm=${String(made.alarm)}`;
  const running = `${String(telltale.alarms.open)}:${String(port())}`;
  const edit = (of: keyof typeof made): string => `edit=${String(made[of])}`;
  return [
    ['/account', 'name of a token', 'name of a browser'],
    [`/cc/customer?edit=${evil}`, 'name of a customer', 'name of a profile'],
    ['/cc/customer?tab=profiles', 'name of a profile'],
    [`/inventory?customer=${evil}`, 'name of a site'],
    ['/cc/inventory', 'name of a site'],
    [`/mt/role?${edit('role')}`, 'label of a role'],
    [`/mt/user?${edit('user')}`, 'username', 'first name', 'last name', 'label of a role'],
    [`/mt/user?open=${String(made.user)}&tab=rights`, 'username', 'label of a role'],
    [`/alert?customer=${evil}`, 'name of a customer', 'name of an alarm that runs', 'name of a site'],
    [
      `/alert?customer=${evil}&open=${running}`,
      'name of an interface',
      'note of an acknowledgement',
      'reason of a silence that holds',
    ],
    ['/cc/alert', 'name of a customer'],
    [`/alert/silence?customer=${evil}`, 'reason of a silence'],
    ['/mt/cockpit', 'name of a cockpit', 'description of a cockpit'],
    [`/mt/cockpit?${alarm}`, 'label of an alarm', 'comment of a status', 'name of a group'],
    [`/mt/cockpit?${alarm}&tab=thresholds`, 'name of a device', 'name of an interface'],
    ['/mt/share-resource', 'name of a profile', 'name of a cockpit'],
    ['/mt/settings?tab=saml', 'name of an identity provider', 'its entity id'],
    [`/mt/settings?tab=webhooks&${edit('webhook')}`, 'name of a webhook', 'payload'],
    [`/mt/settings?tab=smtp&${edit('mail')}`, 'name of a mail', 'subject of a mail', 'text of a mail'],
    [`/mt/settings?tab=traps&${edit('trap')}`, 'name of a trap receiver', 'host of a trap receiver'],
    ['/mt/settings?tab=announcement', 'announcement'],
    ['/mt/home/assignment', 'name of a customer'],
    [`/report?customer=${evil}`],
    ['/mt/report'],
    ['/mt/user/sign-in?tab=terms', 'terms'],
    ['/mt/audit?subject=user', 'username'],
    ['/mt/kpi?open=evil', 'name of a KPI'],
    [`/mt/polling?open=${String(made.poller)}`, 'name of a poller'],
    [`/mt/polling?${edit('poller')}`, 'name of a poller'],
    [`/mt/polling?test=${String(made.poller)}`, 'name of a poller'],
    [`/mt/audit?open=${String(events['inventory.import'])}`, 'city', 'region', 'vendor', 'model', 'alias'],
    [`/explore?customer=${evil}`],
    [`/cluster?customer=${evil}`, 'name of a cluster'],
    [`/cluster?customer=${evil}&open=${String(made.cluster)}`, 'description of a cluster'],
    [`/cluster?customer=${evil}&${edit('cluster')}`, 'name of a cluster'],
    ['/mt/cluster', 'name of a shared cluster'],
    [`/application?customer=${evil}`, 'name of an application', 'category', 'name by an exporter'],
    [`/application?customer=${evil}&open=${String(made.application)}`, 'description of an application'],
    [`/application?customer=${evil}&${edit('application')}`, 'name of an application'],
    ['/mt/application', 'name of a shared application'],
    [`/flowmap?customer=${evil}`],
    [`/scheduling?customer=${evil}`],
    ['/mt/kpi?edit=evil', 'name of a KPI', 'name of a KPI in French'],
    ['/mt/share-resource', 'name of a shared cluster', 'name of a shared application'],
    [`/mt/audit?open=${String(events['cluster.create'])}`, 'name of a shared cluster'],
    [`/mt/audit?open=${String(events['kpi.create'])}`, 'name of a KPI in French'],
    ['/mt/provisioning'],
    ['/mt/provisioning?tab=schedules'],
    ['/mt/qos', 'name of a class of service', 'name of a class map', 'name of a queue'],
    [`/mt/qos?${edit('qosClass')}`, 'description of a class of service'],
    [`/mt/qos?client=${evil}`, 'name of a class of a customer'],
    [`/mt/qos?client=${evil}&tab=mapping`, 'name of a class map', 'name of a class of service'],
    ['/mt/license'],
    ['/mt/conf'],
    ['/mt/first-steps'],
    ['/mt/settings?tab=livewire'],
    ['/mt/settings?tab=agents'],
    ['/mt/monitoring-collect'],
    ['/mt/health'],
    ['/mt/debug'],
    [`/alert/cockpit?customer=${evil}`],
    ['/reference'],
    [`/explore/changed?customer=${evil}`],
    ['/nowhere'],
  ];
}

const port = (): number => [...telltale.inventory().interfaces.keys()][0]!;

const eventsOf = async (actions: readonly string[]): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(actions.map(async (action) => [action, (await lastEvent(store, action)).seq] as const)),
  );

/** Waits until the page shows these as they were written. */
async function shows(page: Page, fields: readonly string[]): Promise<void> {
  const missing = async (): Promise<string[]> => {
    const shown = await shownOn(page);
    return fields.filter((field) => !shown.includes(hostile.get(field)!));
  };
  await expect.poll(missing, soon).toEqual([]);
  expect(await page.evaluate(() => Reflect.get(window, '__xss') as unknown)).toBeUndefined();
}

it(
  'markup, templates and formulas in any stored text are shown as written, nothing of them runs, and no page scrolls sideways',
  async () => {
    const { page, complaints, close } = await telltale.open('/account');
    const ran: string[] = [];
    page.on('dialog', (dialog) => {
      ran.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('/x')) ran.push(request.url());
    });
    const own = store.browser();
    await signInWithHostileTexts(own, 'viewer-1');
    await putOwnTexts(own);
    made = await putHostileTexts(admin, { customer: telltale.customers.get('evil')!, element: port() });
    events = await eventsOf(['inventory.import', 'cluster.create', 'kpi.create']);
    await page.reload();
    const visited = screens();
    const faults: string[] = [];
    for (const [path, ...fields] of visited) {
      // The router handles it like a followed link.
      await page.evaluate((to) => {
        history.pushState(null, '', to);
      }, path);
      await shows(page, fields);
      expect(await page.title()).toMatch(/^.+ · Telltale$/);
      faults.push(...(await reflowFaults(page, path)));
    }
    await page.context().clearCookies();
    await page.goto(`${telltale.url}/sign-in`);
    await shows(page, ['name of an identity provider', 'announcement']);
    faults.push(...(await reflowFaults(page, '/sign-in')));
    await page.getByRole('button', { name: 'Sign in with a password' }).click();
    await page.getByRole('textbox').first().fill('viewer-1');
    await page.locator('input[type=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await shows(page, ['terms']);
    faults.push(...(await reflowFaults(page, '/sign-in with terms')));

    const seen = new Set([...visited.flat(), ...shownNowhere, 'terms']);
    expect([...hostile.keys()].filter((field) => !seen.has(field))).toEqual([]);
    expect(ran).toEqual([]);
    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  },
  WALK_MS,
);

it('a cell of an export begins with no sign of a formula', async () => {
  const { body } = await admin.get('/api/v1/mt/audit/export');
  expect(body.match(/^.*,"?'=.*__xss/gm)?.length).toBeGreaterThan(4);
  expect(body.match(/(?:^|,)"?[=+\-@\t\r].*/gm)).toBeNull();
});
