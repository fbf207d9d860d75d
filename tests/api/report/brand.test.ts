import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Brand } from '#schemas/brand/brand.ts';
import type { ReportBrand } from '#schemas/brand/routes.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { statusAndCode } from '../../fixtures/server/visitor.ts';

let server: ServerUnderTest;
let provider: Browser;
let manager: Browser;
let reader: Browser;
let stranger: Browser;
beforeAll(async () => {
  server = await openServer();
  await server.account({
    username: 'provider',
    permissions: ['SETTINGS.BRAND.write', 'TEMPLATE.REPORT.read'],
  });
  await server.account({
    username: 'manager',
    permissions: ['CUSTOMER.write'],
    customers: ['acme', 'globex'],
  });
  await server.account({ username: 'reader', permissions: ['REPORT.read'], customers: ['acme'] });
  await server.account({ username: 'stranger', permissions: ['REPORT.read'], customers: ['globex'] });
  provider = await server.signedIn('provider');
  manager = await server.signedIn('manager');
  reader = await server.signedIn('reader');
  stranger = await server.signedIn('stranger');
});
afterAll(() => server.close());

const idOf = (customer: string): string => String(server.customers.get(customer)!);
const ofCustomer = (customer: string): string => `/api/v1/cc/customer/${idOf(customer)}/brand`;
const shownTo = (customer: string, remaining = ''): string =>
  `/api/v1/customers/${idOf(customer)}/report-brand${remaining}`;
const settings = '/api/v1/mt/settings/brand';
const svg = (inside: string): string =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">${inside}</svg>`).toString(
    'base64',
  );
const none = { primary: null, secondary: null, logo: null, retainsLogo: true, version: 0 };

async function ok<Reply>(response: Promise<{ statusCode: number; body: string }>): Promise<Reply> {
  const { statusCode, body } = await response;
  expect([statusCode, body]).toEqual([200, body]);
  return JSON.parse(body) as Reply;
}
const rejection = async (call: Promise<Parameters<typeof statusAndCode>[0]>) => statusAndCode(await call);

describe('logo and colours', () => {
  it('are those of the product until the provider sets its own, and a customer its own', async () => {
    const before = await ok<ReportBrand>(reader.get(shownTo('acme')));
    expect(before).toEqual({
      primary: '#1f5fd6',
      secondary: '#113476',
      logos: { provider: null, customer: null },
    });
    const body = { ...none, primary: '#aa0000', secondary: '#550000', logo: svg('<path d="M1 1"/>') };
    expect(await ok<Brand>(provider.send('PUT', settings, { body }))).toMatchObject({
      primary: '#aa0000',
      logo: { type: 'image/svg+xml', width: 40, height: 20 },
      version: 1,
    });
    expect(await ok<ReportBrand>(reader.get(shownTo('acme')))).toEqual({
      primary: '#aa0000',
      secondary: '#550000',
      logos: { provider: { width: 40, height: 20 }, customer: null },
    });
    // The second colour of the provider does not go with the first of a customer.
    const own = { ...none, primary: '#00aa00', logo: svg('<path d="M2 2"/>') };
    await ok(manager.send('PUT', ofCustomer('acme'), { body: own }));
    expect(await ok<ReportBrand>(reader.get(shownTo('acme')))).toEqual({
      primary: '#00aa00',
      secondary: '#005e00',
      logos: { provider: { width: 40, height: 20 }, customer: { width: 40, height: 20 } },
    });
    const { logo } = await ok<{ logo: { data: string } }>(reader.get(shownTo('acme', '/customer')));
    expect(Buffer.from(logo.data, 'base64').toString()).toContain('M2 2');
  });

  it('of a customer are seen by no other customer, those of the provider by all', async () => {
    expect(await ok<ReportBrand>(stranger.get(shownTo('globex')))).toEqual({
      primary: '#aa0000',
      secondary: '#550000',
      logos: { provider: { width: 40, height: 20 }, customer: null },
    });
    expect(await ok(stranger.get(shownTo('globex', '/customer')))).toEqual({ logo: null });
    expect((await rejection(stranger.get(shownTo('acme', '/customer'))))[0]).toBe(404);
    const { logo: shared } = await ok<{ logo: { data: string } }>(
      stranger.get(shownTo('globex', '/provider')),
    );
    expect(Buffer.from(shared.data, 'base64').toString()).toContain('M1 1');
    expect(await ok<ReportBrand>(provider.get('/api/v1/mt/report-brand'))).toMatchObject({
      primary: '#aa0000',
      logos: { customer: null },
    });
    expect((await rejection(reader.send('PUT', ofCustomer('acme'), { body: none })))[0]).toBe(403);
    expect((await rejection(manager.send('PUT', settings, { body: none })))[0]).toBe(403);
  });

  it('are changed from the version that was read: a logo stays, is removed or replaced', async () => {
    const stale = { ...none, primary: '#0000aa' };
    expect(await rejection(provider.send('PUT', settings, { body: stale }))).toEqual([409, 'CONFLICT']);
    const body = { ...stale, version: 1 };
    expect(await ok<Brand>(provider.send('PUT', settings, { body }))).toMatchObject({
      primary: '#0000aa',
      secondary: null,
      logo: { width: 40 },
      version: 2,
    });
    const removed = { ...body, retainsLogo: false, version: 2 };
    expect(await ok<Brand>(provider.send('PUT', settings, { body: removed }))).toMatchObject({ logo: null });
    expect(await ok(reader.get(shownTo('acme', '/provider')))).toEqual({ logo: null });
  });

  it.each([
    ['a text', Buffer.from('no image').toString('base64'), 'REPORT_FILE_INVALID'],
    ['what is no base64', '%%', 'VALIDATION'],
  ])('are rejected with %s as the logo', async (_, logo, code) => {
    const body = { ...none, logo, version: 3 };
    expect((await rejection(provider.send('PUT', settings, { body })))[1]).toBe(code);
  });

  it('are rejected with a colour that is none', async () => {
    const body = { ...none, primary: 'red', version: 3 };
    expect((await rejection(provider.send('PUT', settings, { body })))[0]).toBe(400);
  });
});
