import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  listCustomerManagers,
  readSdwanDashlets,
  trySdwanDashlet,
  type SdwanResponse,
} from '#schemas/dashboard/sdwan-response-routes.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { customerDocuments } from '#schemas/dashboard/routes.ts';
import { now } from '#web/lib/clock.ts';
import { aSession } from '#web/testing/a-session.ts';
import { liveState } from '#web/kernel/socket/connection.ts';
import { expectHidden, expectVisible } from '#web/testing/expect-visible.ts';
import { dashboardRoutes } from '#web/routes/pages/dashboard.ts';
import { pageRenderer } from '#web/testing/render-page.tsx';
import { liveServer } from '#web/testing/live-socket.ts';
import { pending, problem, rejected, reply, type Reply } from '#web/testing/replies.ts';
import { anEntry, documentReplies } from '../../testing/documents.ts';
import { atNight } from '#tests/gate/at-night.ts';

const renderPage = pageRenderer(...dashboardRoutes);

const { read, markOpened } = customerDocuments.dashboard;
const place = { x: 0, y: 0, width: 24, height: 10 };
const devices = [
  { 'host-name': 'lyon-edge-1', reachability: 'reachable', links: { up: 2 } },
  { 'host-name': 'nantes-edge-2', reachability: 'unreachable', links: { up: 0 } },
];
const response = (value: unknown): SdwanResponse => ({
  manager: 'Catalyst Paris',
  kind: 'vmanage',
  at: new Date(1_772_000_000_000).toISOString(),
  value,
});

const open = (replies: readonly Reply[], edit = '', more: readonly Permission[] = [], ids = ['d1']) =>
  renderPage(`/dashboard?customer=1&open=7${edit}`, {
    session: aSession({
      permissions: ['DASHBOARD.write', 'DASHBOARD.read', ...more],
      scopes: more.length === 0 ? ['customer'] : ['customer', 'admin'],
    }),
    replies: [
      ...documentReplies(),
      reply(read, {
        ...anEntry(7),
        document: {
          ...anEntry(7).document,
          filters: [],
          dashlets: ids.map((id, index) => ({
            id,
            type: 'sdwan' as const,
            title: 'Routers',
            place: { ...place, y: index * place.height },
            settings: {
              endpoint: '/dataservice/device',
              method: 'GET' as const,
              headers: [],
              paths: ['$.data'],
              variants: [],
              replacements: [],
              view: 'table' as const,
            },
          })),
        },
      }),
      reply(markOpened, {}),
      reply(listCustomerManagers, { managers: [{ id: 3, name: 'Catalyst Paris', kind: 'vmanage' }] }),
      ...replies,
    ],
  });

describe('an SD-WAN dashlet', () => {
  it('shows the response of the manager as a table, and as a tree', async () => {
    const { server } = await open([reply(readSdwanDashlets.dashboard, response(devices))]);
    await expectVisible(page.getByRole('columnheader', { name: 'reachability' }));
    await expectVisible(page.getByText('nantes-edge-2'));
    await expectVisible(page.getByText(/Catalyst Paris · Cisco vManage/));
    expect(server.received(readSdwanDashlets.dashboard)).toMatchObject([
      { params: { customerId: 1, resourceId: 7 }, body: { dashlet: 'd1', selection: {} } },
    ]);
    await page.getByRole('button', { name: 'Show as tree' }).click();
    await expectVisible(page.getByText('"lyon-edge-1"'));
    // Its foot is at the end of the dashlet, as below the table.
    const bottomOf = (selector: string): number =>
      document.querySelector(selector)!.getBoundingClientRect().bottom;
    expect(bottomOf('.tt-sdwan-foot')).toBeCloseTo(bottomOf('.tt-dashlet-table'), 0);
    expect(document.querySelector('.tt-sdwan-foot')!.getBoundingClientRect().height).toBeLessThan(40);
  });

  it('shows markup, script addresses and names of prototypes in a response as text, in table and tree', async () => {
    let fired = 0;
    Object.assign(globalThis, { fireFromResponse: () => (fired += 1) });
    const markup = '<img src=x onerror=fireFromResponse()><script>fireFromResponse()</script>';
    const hostile = JSON.parse(
      `[{"__proto__": {"polluted": 1}, "constructor": "${markup}", ${JSON.stringify(markup)}: "javascript:fireFromResponse()",
        "toString": "{{constructor.constructor('fireFromResponse()')()}}", "nested": {"${markup}": ["${markup}"]}}]`,
    ) as unknown;
    await open([reply(readSdwanDashlets.dashboard, response(hostile))]);
    await expectVisible(page.getByText(markup).first());
    const injected = () =>
      document.querySelectorAll('.tt-dashlet-table img, .tt-dashlet-table script, a[href^="javascript:"]')
        .length;
    expect(injected()).toBe(0);
    await page.getByRole('button', { name: 'Show as tree' }).click();
    await expectVisible(page.getByText(JSON.stringify(markup)).first());
    expect([injected(), document.querySelectorAll('img[src="x"]').length, fired]).toEqual([0, 0, 0]);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  atNight('counts rows and entries as the language writes numbers', async () => {
    const many = Array.from({ length: 9_000 }, (_, index) => ({ 'host-name': `edge-${String(index)}` }));
    await open([reply(readSdwanDashlets.dashboard, response({ data: many }))], '&edit=false');
    await page.getByRole('button', { name: 'Show as tree' }).click();
    await expectVisible(page.getByText('9,000 entries'));
    await expectVisible(page.getByText('data', { exact: true }));
  });

  atNight('says how many rows it does not show', async () => {
    const many = Array.from({ length: 9_000 }, (_, index) => ({ 'host-name': `edge-${String(index)}` }));
    await open([reply(readSdwanDashlets.dashboard, response(many))]);
    await expectVisible(page.getByText('The first 1,000 of 9,000 rows'));
  });

  atNight(
    'names a header that cannot carry its value, and the character, at the field before it is tried',
    async () => {
      const { server } = await open([reply(trySdwanDashlet, response(devices))], '&edit=true&dashlet=d1');
      await expectVisible(page.getByText('nantes-edge-2'));
      const requested = server.received(trySdwanDashlet).length;
      await page.getByRole('button', { name: 'Add a header' }).click();
      await page.getByRole('textbox', { name: 'Value of header 1' }).fill('Besançon');
      const field = page.getByRole('textbox', { name: 'Value of header 1' });
      await expect.element(field).toHaveAccessibleDescription(/Header Accept-Language cannot carry "ç"/);
      // The response was to other settings.
      await expectHidden(page.getByText('The manager answered.'));
      await expect
        .element(page.getByRole('button', { name: 'Try now' }))
        .toHaveAccessibleDescription(/Correct the settings first/);
      await page.getByRole('switch', { name: 'Send in Base64' }).click();
      await expect.element(field).not.toHaveAccessibleDescription(/cannot carry/);
      await expect.poll(() => server.received(trySdwanDashlet).length).toBeGreaterThan(requested);
      const sent = server.received(trySdwanDashlet).map(({ body }) => body.settings.headers);
      expect(
        sent.filter((headers) => headers?.some(({ base64, value }) => value !== '' && !(base64 ?? false))),
      ).toEqual([]);
    },
  );

  atNight('says that nothing matches its filters', async () => {
    await open([reply(readSdwanDashlets.dashboard, response([]))]);
    await expectVisible(page.getByText('The manager’s answer is empty'));
    await expectVisible(
      page.getByText('No part of the response of Catalyst Paris matches the JSON filters.'),
    );
  });

  it('says what is missing where the customer has no manager, and leads those there who may add one', async () => {
    const missing = [reply(readSdwanDashlets.dashboard, problem('SDWAN_SERVER_NOT_FOUND'))];
    await open(missing);
    await expectVisible(page.getByText('No SD-WAN server was found for this customer.'));
    await expectVisible(page.getByText('An administrator can add the SD-WAN manager of this customer.'));
    expect(page.getByRole('button', { name: 'Try again' }).elements()).toEqual([]);
    const { path } = await open(missing, '', ['NETWORK.SDWAN_MANAGER.read', 'NETWORK.SDWAN_MANAGER.write']);
    await page.getByRole('button', { name: 'Open SD-WAN managers' }).click();
    await expect.poll(path).toBe('/mt/sdwanmanagers');
  });

  atNight('shows the hint of a failure', async () => {
    await open([reply(readSdwanDashlets.dashboard, problem('SDWAN_BAD_CREDENTIALS'))]);
    await expectVisible(page.getByText(/returned 401: bad credentials/));
    const failed = problem('SDWAN_MANAGER_FAILED', {
      params: { status: 500, detail: 'Internal Server Error' },
    });
    await open([reply(readSdwanDashlets.dashboard, failed)]);
    await expectVisible(
      page.getByText(/responded with 500: Internal Server Error\. The fault is in the manager/),
    );
    await expectVisible(page.getByRole('button', { name: 'Try again' }));
  });

  atNight.each([
    'SDWAN_ROUTE_MISSING',
    'SDWAN_ADOM_NOT_FOUND',
    'JSON_FILTER_SYNTAX',
    'SDWAN_RESPONSE_TOO_LARGE',
    'SDWAN_CERTIFICATE_CHANGED',
    'SDWAN_PASSWORD_EXPIRED',
    'SDWAN_REDIRECTED',
  ] as const)('offers no other try where it would fail as well: %s', async (code) => {
    await open([reply(readSdwanDashlets.dashboard, problem(code))]);
    await expectVisible(page.getByText('This dashlet cannot be shown.'));
    expect(page.getByRole('button', { name: 'Try again' }).elements()).toEqual([]);
  });

  atNight('offers another try where the manager may respond by then', async () => {
    await open([reply(readSdwanDashlets.dashboard, problem('SDWAN_UNREACHABLE'))]);
    await expectVisible(page.getByRole('button', { name: 'Try again' }));
  });

  atNight('with faults in its settings is not requested again when a window closes', async () => {
    const { server } = await open(
      [
        reply(readSdwanDashlets.dashboard, ({ body: { dashlet } }) =>
          dashlet === 'd1' ? problem('JSON_FILTER_SYNTAX') : response(devices),
        ),
      ],
      '',
      [],
      ['d1', 'd2'],
    );
    await expectVisible(page.getByText('This dashlet cannot be shown.'));
    await expectVisible(page.getByText('nantes-edge-2'));
    const start = Math.floor(now() / 300_000) * 300;
    const notice = { customer: 1, of: 'samples', granularity: '5m', length: 300 } as const;
    liveServer.send('window', { ...notice, start, watermark: now() });
    const requested = (id: string): number =>
      server.received(readSdwanDashlets.dashboard).filter(({ body }) => body.dashlet === id).length;
    await expect.poll(() => requested('d2')).toBe(2);
    expect(requested('d1')).toBe(1);
  });

  atNight('keeps saying what went wrong while a closed window repeats the request', async () => {
    let isSlow = false;
    const { server } = await open([
      reply(readSdwanDashlets.dashboard, () => (isSlow ? pending : problem('SDWAN_UNREACHABLE'))),
    ]);
    await expectVisible(page.getByText('The SD-WAN manager is not accessible.'));
    await expect.poll(() => liveState.get()).toBe('live');
    isSlow = true;
    const start = Math.floor(now() / 300_000) * 300;
    const notice = { customer: 1, of: 'samples', granularity: '5m', length: 300 } as const;
    liveServer.send('window', { ...notice, start, watermark: now() });
    await expect.poll(() => server.received(readSdwanDashlets.dashboard).length).toBe(2);
    await expectVisible(page.getByText('The SD-WAN manager is not accessible.'));
    expect(page.getByText(/Loading Answer/).elements()).toEqual([]);
  });

  atNight('whose manager is slow to respond is not requested again by every window that closes', async () => {
    let isSlow = false;
    const slow = reply(readSdwanDashlets.dashboard, ({ body }) =>
      isSlow && body.dashlet === 'd1' ? pending : response(devices),
    );
    const { server } = await open([slow], '', [], ['d1', 'd2']);
    await expectVisible(page.getByText('nantes-edge-2'));
    await expect.poll(() => liveState.get()).toBe('live');
    isSlow = true;
    const requested = (id: string): number =>
      server.received(readSdwanDashlets.dashboard).filter(({ body }) => body.dashlet === id).length;
    const start = Math.floor(now() / 300_000) * 300;
    const notice = { customer: 1, of: 'samples', granularity: '5m', length: 300 } as const;
    let windows = 0;
    const closeWindow = (): void => {
      liveServer.send('window', { ...notice, start: start + 300 * windows++, watermark: now() });
    };
    await expect
      .poll(() => {
        closeWindow();
        return requested('d2');
      })
      .toBeGreaterThan(2);
    expect(requested('d1')).toBe(2);
  });

  atNight('whose response is too long to show says what shortens it', async () => {
    await open([reply(readSdwanDashlets.dashboard, problem('TOO_MUCH_DATA'))]);
    await expectVisible(page.getByText(/Select less with a JSON path/));
  });

  atNight('is tried once typing has ended, and not with each character', async () => {
    const { server } = await open([reply(trySdwanDashlet, response(devices))], '&edit=true&dashlet=d1');
    await expectVisible(page.getByText('nantes-edge-2'));
    await page.getByRole('textbox', { name: 'Endpoint' }).first().click();
    const typed = '?model=c8000v';
    await userEvent.keyboard(`{End}${typed}`);
    const endpoints = () => server.received(trySdwanDashlet).map(({ body }) => body.settings.endpoint);
    await expect.poll(() => endpoints().at(-1)).toMatch(/model=c8000v$/);
    // A busy machine may pause between two characters.
    expect(new Set(endpoints()).size - 1).toBeLessThan(typed.length / 2);
  });

  atNight('says nothing of an earlier try once settings have changed, be they valid or not', async () => {
    let held = false;
    await open([reply(trySdwanDashlet, () => (held ? pending : response(devices)))], '&edit=true&dashlet=d1');
    await expectVisible(page.getByText('The manager answered.'));
    held = true;
    const endpoint = page.getByRole('textbox', { name: 'Endpoint' }).first();
    await endpoint.fill('no path');
    await expectHidden(page.getByText('The manager answered.'));
    await endpoint.fill('/dataservice/alarms');
    await expectVisible(page.getByText('Asking the manager…'));
    expect(page.getByText('The manager answered.').elements()).toEqual([]);
  });

  atNight('is tried while it is edited, with faults at their field', async () => {
    const { server } = await open(
      [
        reply(trySdwanDashlet, ({ body }) =>
          body.settings.paths[0] === '$.data'
            ? response(devices)
            : rejected({ field: 'settings.paths.0', code: 'JSON_FILTER_SYNTAX', params: { position: 4 } }),
        ),
      ],
      '&edit=true&dashlet=d1',
    );
    await expectVisible(page.getByText('nantes-edge-2'));
    await expectVisible(page.getByText('The manager answered.'));
    await page.getByRole('textbox', { name: 'JSON filters' }).fill('$[?');
    await expectVisible(page.getByText(/Line 1: Invalid JSON filter: the syntax is wrong at character 4/));
    const requested = server.received(trySdwanDashlet).length;
    await page.getByRole('textbox', { name: 'JSON filters' }).fill('$.data');
    await expectVisible(page.getByText('The manager answered.'));
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect.poll(() => server.received(trySdwanDashlet).length).toBeGreaterThan(requested);
    expect(server.received(readSdwanDashlets.dashboard)).toEqual([]);
  });
});
