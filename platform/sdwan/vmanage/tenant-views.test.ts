import { afterEach, describe, expect, it } from 'vitest';
import { managerClient, managerFaultOf } from '#tests/fixtures/sdwan/managers.ts';
import { startTenantManager } from '#tests/fixtures/sdwan/followed-tenants.ts';

const { signal } = new AbortController();
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function opened(...faults: Parameters<typeof startTenantManager>) {
  const manager = await startTenantManager(...faults);
  closing.push(() => {
    manager.close();
  });
  return { manager, client: managerClient({ kind: 'vmanage', url: manager.url, isMultiTenant: true }) };
}
type Opened = Awaited<ReturnType<typeof opened>>;

const shownBy = async ({ client }: Opened): Promise<readonly string[]> =>
  (await client.readNetwork(signal)).devices.map(({ tenant, name }) => `${tenant}: ${name}`);
const both = ['alpha: edge of alpha', 'beta: edge of beta'];

describe('a view of a tenant', () => {
  it.each(['forbidden', 'provider'] as const)(
    'is opened again when its session ends, and its old id is not used (an unknown one: %s)',
    async (unknownView) => {
      const one = await opened({ lost: 1, unknownView });
      expect(await shownBy(one)).toEqual(both);
      expect(one.client.skipped()).toEqual([]);
      expect(await shownBy(one)).toEqual(both);
      expect(one.manager.requests.filter((request) => request.startsWith('/j_security_check'))).toHaveLength(
        2,
      );
    },
  );

  it('that ends every session is skipped, and the others are read', async () => {
    const one = await opened({ lost: 2 });
    expect(await shownBy(one)).toEqual(['alpha: edge of alpha']);
    expect(one.client.skipped()).toMatchObject([{ tenant: 'beta', code: 'SDWAN_AUTHENTICATION_FAILED' }]);
  });
});

describe('a tenant that cannot be read', () => {
  it.each([
    ['view', 'SDWAN_REQUEST_INVALID', 'Tenant not ready'],
    ['devices', 'SDWAN_MANAGER_FAILED', 'Tenant database is down'],
  ] as const)('by its %s is named and skipped, the others are read', async (broken, code, detail) => {
    const one = await opened({ broken });
    expect(await shownBy(one)).toEqual(both);
    expect(one.client.skipped()).toMatchObject([{ tenant: 'gamma', code, params: { detail } }]);
  });

  it('does not end the reading of samples and alarms', async () => {
    const { client } = await opened({ broken: 'view' });
    const period = { startMs: 0, endMs: 60_000, withDevices: true };
    const samples = await client.readSamples(period, signal);
    expect(new Set(samples.map(({ tenant }) => tenant))).toEqual(new Set(['alpha', 'beta']));
    expect(client.skipped()).toHaveLength(1);
    await client.readAlarms({ sinceMs: 0, endMs: 60_000 }, signal);
    expect(client.skipped()).toHaveLength(1);
  });
});

describe('a sign-in', () => {
  it('is accepted by its empty body, whatever type its header names', async () => {
    const one = await opened({ signInType: 'text/html;charset=UTF-8' });
    expect(await shownBy(one)).toEqual(both);
  });

  it('is rejected by the login page', async () => {
    const { manager } = await opened();
    const client = managerClient({
      kind: 'vmanage',
      url: manager.url,
      password: 'wrong',
      isMultiTenant: true,
    });
    expect(await managerFaultOf(client.readNetwork(signal))).toBe('SDWAN_AUTHENTICATION_FAILED');
  });

  it('is one for calls at the same time, and its session is ended', async () => {
    const { client, manager } = await opened();
    await Promise.all([client.readNetwork(signal), client.check(signal), client.check(signal)]);
    expect(manager.open()).toEqual(['S1']);
    await client.close(signal);
    expect(manager.open()).toEqual([]);
  });
});
