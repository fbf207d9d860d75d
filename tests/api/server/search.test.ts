import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchHit } from '#schemas/search/routes.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';

let server: ServerUnderTest;
let accounts = 0;

beforeAll(async () => {
  server = await openServer();
  await server.account({ username: 'élise', permissions: ['ALERT.read'], customers: ['acme'] });
  await server.account({ username: '100%_sure', permissions: ['ALERT.read'], customers: ['globex'] });
});
afterAll(() => server.close());

async function signedIn(permissions: readonly Permission[], customers?: readonly string[]): Promise<Browser> {
  accounts += 1;
  const username = `searcher-${String(accounts)}`;
  await server.account({ username, permissions, ...(customers === undefined ? {} : { customers }) });
  return server.signedIn(username);
}

const find = async (browser: Browser, q: string): Promise<string[]> => {
  const response = await browser.get(`/api/v1/search?q=${encodeURIComponent(q)}`);
  expect(response.statusCode).toBe(200);
  return response.json<{ hits: SearchHit[] }>().hits.map(({ kind, name }) => `${kind} ${name}`);
};

describe('the search', () => {
  it('finds sites, alarms, cockpits and users', async () => {
    const browser = await signedIn(['ALERT.read', 'TEMPLATE.COCKPIT.read', 'USER.read']);
    expect(await find(browser, 'globex one')).toEqual(['site globex one']);
    expect(await find(browser, 'saturated')).toContain('alarm Saturated, for everyone');
    expect(await find(browser, 'lines')).toContain('cockpit Lines');
    expect(await find(browser, 'ELISE')).toEqual(['user élise']);
  });

  it('takes the signs of a pattern as text', async () => {
    const browser = await signedIn(['USER.read']);
    expect(await find(browser, '100%_')).toEqual(['user 100%_sure']);
    expect(await find(browser, '1%sure')).toEqual([]);
  });

  it('finds nothing of another customer', async () => {
    const browser = await signedIn(['ALERT.read', 'USER.read'], ['acme']);
    expect(await find(browser, 'two')).toEqual(['site acme two']);
    expect(await find(browser, '100%')).toEqual([]);
  });

  it('finds each kind for those who may open it', async () => {
    expect(await find(await signedIn(['KPI.read']), 'two')).toEqual([]);
    expect(await find(await signedIn(['ALERT.read']), 'lines')).toEqual([]);
    expect(await find(await signedIn(['ALERT.read']), 'restricted')).toEqual([]);
    const privileged = await signedIn(['ALERT.read', 'EXTRA.RESTRICTED.read']);
    expect(await find(privileged, 'restricted')).toEqual(['alarm Saturated, for RESTRICTED']);
  });

  it('needs two characters', async () => {
    const browser = await signedIn(['ALERT.read']);
    expect(statusAndCode(await browser.get('/api/v1/search?q=a'))).toEqual([400, 'VALIDATION']);
  });
});
