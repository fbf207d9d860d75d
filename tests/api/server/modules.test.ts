import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRoute } from '#tests/fixtures/every-route.ts';
import { defaultModules } from '#schemas/menu/modules.ts';
import { isOffered } from '#schemas/menu/route-modules.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { join, liveUsersOf, type LiveUsers } from '../access/live.ts';

const offered = defaultModules.filter((name) => name !== 'alerting' && name !== 'sharing');

let server: ServerUnderTest;
let users: LiveUsers;
let page: Browser;
beforeAll(async () => {
  server = await openServer({ modules: offered });
  users = await liveUsersOf(server);
  await server.account({ username: 'administrator', permissions: permissionKeys });
  page = await server.signedIn('administrator');
});
afterAll(async () => {
  users.disconnect();
  await server.close();
});

const isOff = (route: (typeof everyRoute)[number]): boolean => !isOffered(route, new Set(offered));

describe('a module that is not offered', () => {
  it('has no route of the interface; the others have theirs', () => {
    const served = everyRoute.filter(({ method, path }) => server.app.hasRoute({ method, url: path }));
    expect(served.filter(isOff)).toEqual([]);
    expect(served).toHaveLength(everyRoute.filter((route) => !isOff(route)).length);
    expect(everyRoute.filter(isOff).length).toBeGreaterThan(15);
  });

  it('returns 404 NOT_FOUND, as an unknown address does', async () => {
    const alert = await page.get(`/api/v1/customers/${String(server.customers.get('acme'))}/alert`);
    const unknown = await page.get('/api/v1/elsewhere');
    for (const response of [alert, unknown])
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, 'NOT_FOUND']);
    expect((await page.get('/api/v1/mt/cockpit')).statusCode).toBe(200);
  });

  it('is not in the OpenAPI document', async () => {
    const { paths } = (await page.get('/api/v1/openapi.json')).json<{ paths: object }>();
    const documented = Object.keys(paths);
    expect(documented.filter((path) => /\/(alert|silence)\b/.test(path))).toEqual([]);
    expect(documented).toContain('/api/v1/mt/cockpit');
  });

  it('opens no room of live data', async () => {
    const { socket } = await users.someone(['ALERT.read', 'DASHBOARD.read']);
    const customer = server.customers.get('acme')!;
    for (const topic of ['alert', 'count'] as const)
      expect(await join(socket, topic, customer)).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(await join(socket, 'window', customer)).toMatchObject({ ok: true });
  });

  it('is not among the modules of a session, nor are modules without pages', async () => {
    const { modules } = (await page.get('/api/v1/session')).json<{ modules: string[] }>();
    expect(modules).toContain('cockpit');
    for (const name of ['alerting', 'sharing', 'test']) expect(modules).not.toContain(name);
  });
});
