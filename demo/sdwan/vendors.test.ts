import { afterEach, describe, expect, it } from 'vitest';
import {
  MANAGERS_NOW_MS,
  keepingManagers,
  managerClient,
  managerFaultOf,
  otherOverlay,
  overlay,
  simulated,
} from '#tests/fixtures/sdwan/managers.ts';

const period = { startMs: MANAGERS_NOW_MS - 600_000, endMs: MANAGERS_NOW_MS };
const signal = new AbortController().signal;

const { opened, closing, closeAll } = keepingManagers();
afterEach(closeAll);

describe('vManage', () => {
  it('pages its statistics with a scroll and its state with the id of the last row', async () => {
    const manager = await opened(simulated.vmanage({ pageSize: 3, sampleS: 300 }));
    const client = managerClient({ kind: 'vmanage', url: manager.url });
    const { tunnels } = await client.readNetwork(signal);
    expect(tunnels).toHaveLength(16);
    expect(await client.readSamples(period, signal)).toHaveLength(2 * 16);
    expect(manager.requests.filter((one) => one.endsWith('approutestatsstatistics'))).toHaveLength(11);
  });

  it('answers a lost session with the login page and status 200, twice in a row as well', async () => {
    const manager = await opened(simulated.vmanage());
    const client = managerClient({ kind: 'vmanage', url: manager.url });
    await client.check(signal);
    manager.fail({ fault: 'login page', on: /dataservice\/device/ });
    expect(await managerFaultOf(client.readNetwork(signal))).toBe('SDWAN_AUTHENTICATION_FAILED');
  });

  it('allows a limited number of bulk requests per minute', async () => {
    const manager = await opened(simulated.vmanage({ bulkPerMinute: 2, pageSize: 3 }));
    expect(
      await managerFaultOf(managerClient({ kind: 'vmanage', url: manager.url }).readSamples(period, signal)),
    ).toBe('SDWAN_BUSY');
  });

  it('shows a provider the devices of each tenant', async () => {
    const manager = await opened(
      simulated.vmanage({
        isMultiTenant: true,
        tenants: [
          { id: 't1', name: 'acme', overlay },
          { id: 't2', name: 'zeta', overlay: otherOverlay },
        ],
      }),
    );
    const client = managerClient({ kind: 'vmanage', url: manager.url, isMultiTenant: true });
    const { devices } = await client.readNetwork(signal);
    expect(Map.groupBy(devices, ({ tenant }) => tenant).get('zeta')).toHaveLength(
      otherOverlay.devices.length,
    );
    expect(devices).toHaveLength(overlay.devices.length + otherOverlay.devices.length);
  });

  it('signs out, since it limits sessions', async () => {
    const manager = await opened(simulated.vmanage());
    const client = managerClient({ kind: 'vmanage', url: manager.url });
    await client.check(signal);
    await client.close(signal);
    expect(manager.requests.at(-1)).toBe('GET /logout');
  });
});

describe('Nuage', () => {
  it('pages its gateways with headers and its probes with a scroll, in both versions of Elasticsearch', async () => {
    for (const elasticVersion of [6, 7] as const) {
      const manager = await opened(simulated.nuage({ pageSize: 3, elasticVersion }));
      const client = managerClient({ kind: 'nuage', url: manager.url });
      expect((await client.readNetwork(signal)).devices).toHaveLength(8);
      expect(await client.readSamples(period, signal)).toHaveLength(20 * 16);
    }
  });

  it('without the customer’s enterprise reports it', async () => {
    const manager = await opened(simulated.nuage());
    const client = managerClient({ kind: 'nuage', url: manager.url, vsdName: 'unknown' });
    expect(await managerFaultOf(client.readNetwork(signal))).toBe('SDWAN_TENANT_NOT_FOUND');
  });
});

describe('Fortinet', () => {
  it('reports an unknown customer domain (ADOM)', async () => {
    const manager = await opened(simulated.fortinet());
    const client = managerClient({ kind: 'fortinet', url: manager.url, adom: 'unknown' });
    expect(await managerFaultOf(client.check(signal))).toBe('SDWAN_ADOM_NOT_FOUND');
  });

  it('answers a missing right with HTTP 200 and code −11', async () => {
    const manager = await opened(simulated.fortinet({ isForbidden: true }));
    expect(await managerFaultOf(managerClient({ kind: 'fortinet', url: manager.url }).check(signal))).toBe(
      'SDWAN_INSUFFICIENT_RIGHTS',
    );
  });
});

describe('a part of a manager of several customers that cannot be read', () => {
  const alarms = { sinceMs: period.startMs, endMs: period.endMs };

  it('is skipped and named: an ADOM without rights, and no session of it is left open', async () => {
    const adoms = [
      { name: 'acme', overlay },
      { name: 'hidden', overlay: otherOverlay },
      { name: 'zeta', overlay: otherOverlay },
    ];
    const manager = await opened(simulated.fortinet({ adoms, forbiddenAdoms: ['hidden'] }));
    const client = managerClient({ kind: 'fortinet', url: manager.url, isMultiTenant: true });
    const hidden = [{ tenant: 'hidden', code: 'SDWAN_INSUFFICIENT_RIGHTS' }];
    const { devices } = await client.readNetwork(signal);
    expect(new Set(devices.map(({ tenant }) => tenant))).toEqual(new Set(['acme', 'zeta']));
    expect(client.skipped()).toMatchObject(hidden);
    const samples = await client.readSamples({ ...period, withDevices: true }, signal);
    expect(new Set(samples.map(({ tenant }) => tenant))).toEqual(new Set(['acme', 'zeta']));
    expect(client.skipped()).toMatchObject(hidden);
    await client.readAlarms(alarms, signal);
    expect(client.skipped()).toMatchObject(hidden);
    expect(manager.sessions()).toBe(1);
    await client.close(signal);
    expect(manager.sessions()).toBe(0);
  });

  it('ends the reading if it is the only one', async () => {
    const manager = await opened(simulated.fortinet({ forbiddenAdoms: ['acme'] }));
    const client = managerClient({ kind: 'fortinet', url: manager.url, isMultiTenant: true });
    expect(await managerFaultOf(client.readNetwork(signal))).toBe('SDWAN_INSUFFICIENT_RIGHTS');
  });

  it('is skipped and named: an enterprise that the VSD fails to show', async () => {
    const manager = await opened(simulated.nuage());
    const client = managerClient({ kind: 'nuage', url: manager.url, isMultiTenant: true });
    manager.fail({ fault: 'server error', on: /enterprises\/e2\// });
    const { devices, tunnels } = await client.readNetwork(signal);
    for (const shown of [devices, tunnels])
      expect(new Set(shown.map(({ tenant }) => tenant))).toEqual(new Set(['ACME']));
    expect(client.skipped()).toMatchObject([{ tenant: 'Other' }]);
  });
});

describe('an endpoint', () => {
  type Access = Parameters<typeof managerClient>[0];
  const requested = (path: string, clientId = 'acme') => ({ path, headers: {}, clientId });

  it.each([
    ['vmanage', '/dataservice/device', /"host-name"/],
    ['nuage', '/nuage/api/v6/enterprises/{manager.tenant}/nsgateways', /"systemID"/],
    ['fortinet', '/dvmdb/adom/{manager.tenant}/device', /"platform_str"/],
    ['fortinet', '/dvmdb/adom/acme/device', /"platform_str"/],
    ['fortinet', '/api/v2/monitor/virtual-wan/health-check', /"Headquarters"/],
  ] as const)('of %s is read: %s', async (kind, path, expected) => {
    const manager = await opened(simulated[kind]());
    const response = await managerClient({ kind, url: manager.url }).read(requested(path), signal);
    expect(JSON.stringify(response)).toMatch(expected);
  });

  it.each([
    ['vmanage', '/dataservice/device/nothing', 'SDWAN_ROUTE_MISSING'],
    ['nuage', '/nuage/api/v6/enterprises/e1/zones', 'SDWAN_ROUTE_MISSING'],
    ['fortinet', '/pm/config/adom/acme/obj/firewall/nothing', 'SDWAN_ROUTE_MISSING'],
    ['vmanage', '/nuage/api/v6/enterprises', 'SDWAN_ENDPOINT_OF_OTHER'],
    ['nuage', '/dataservice/device', 'SDWAN_ENDPOINT_OF_OTHER'],
    ['fortinet', '/dataservice/device', 'SDWAN_ENDPOINT_OF_OTHER'],
    ['vmanage', '//169.254.169.254/meta', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['vmanage', '/dataservice/../logout', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['vmanage', '/dataservice/%2e%2e/logout', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['vmanage', '/dataservice/client/token', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['nuage', '/nuage/api/v6/me', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['nuage', '/nuage/api/v6/enterprises', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['nuage', '/nuage/api/v6/enterprises/e2/nsgateways', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['nuage', '/nuage/api/v6/enterprises/e1/../e2/nsgateways', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['fortinet', '/dvmdb/adom/other/device', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['fortinet', '/dvmdb/adom/acme2/device', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['fortinet', '/cli/global/system/admin', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['vmanage', '/dataservice/%63lient/token', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['vmanage', '/dataservice/client;x=1/token', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['vmanage', '/dataservice/CLIENT/token', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['vmanage', '/dataservice/x/..;/client/token', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['vmanage', '/dataservice/settings%3b/x', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['vmanage', '/dataservice/device/Config', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['vmanage', '/dataservice/device?_method=DELETE', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['vmanage', '/dataservice/template/device', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['nuage', '/nuage/api/v6/enterprises/e1/..;/e2/nsgateways', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['nuage', '/nuage/api/v6/enterprises/e1/%252e%252e/e2/nsgateways', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['nuage', '/nuage/api/v6/enterprises/e1/%75sers', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['nuage', '/nuage/api/v6/enterprises/e1/users;x', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['fortinet', '/dvmdb/adom/acme/..;/other/device', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['fortinet', '/api/v2/cmdb/system/ADMIN', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
    ['fortinet', '/api/v2/monitor/system/config/backup', 'SDWAN_ENDPOINT_NOT_ALLOWED'],
  ] as const)('of %s that is not the customer’s to read is rejected: %s', async (kind, path, code) => {
    const manager = await opened(simulated[kind]());
    const client = managerClient({ kind, url: manager.url });
    expect(await managerFaultOf(client.read(requested(path), signal))).toBe(code);
    expect(manager.requests.filter((one) => /meta|logout|client\/token$/.test(one)).length).toBeLessThan(2);
  });

  it('of a manager of several customers reads the part of the one whose client id is the tenant’s name', async () => {
    const tenants = [
      { id: 't1', name: 'ACME', overlay },
      { id: 't2', name: 'other', overlay: otherOverlay },
    ] as const;
    const opened: readonly (readonly [Access['kind'], string, { url: string; close: () => void }])[] = [
      ['vmanage', '/dataservice/device', await simulated.vmanage({ isMultiTenant: true, tenants })],
      ['nuage', '/nuage/api/v6/enterprises/{manager.tenant}/nsgateways', await simulated.nuage()],
      [
        ...(['fortinet', '/dvmdb/adom/{manager.tenant}/device'] as const),
        await simulated.fortinet({ adoms: tenants }),
      ],
    ];
    for (const [kind, path, manager] of opened) {
      closing.push(manager.close);
      const client = managerClient({ kind, url: manager.url, isMultiTenant: true });
      const [own, others] = [overlay.devices[0]!, otherOverlay.devices[0]!];
      for (const [clientId, shown, hidden] of [
        ['acme', own, others],
        ['other', others, own],
      ] as const) {
        const response = JSON.stringify(await client.read(requested(path, clientId), signal));
        expect(response).toContain(shown.name);
        expect(response).not.toContain(hidden.name);
      }
      expect(await managerFaultOf(client.read(requested(path, 'stranger'), signal))).toMatch(
        /SDWAN_(TENANT|ADOM)_NOT_FOUND/,
      );
    }
  });
});

const renamed = {
  ...overlay,
  devices: overlay.devices.map((device) => ({
    ...device,
    name: `\u202E${device.name}\u0000`,
    site: `${device.site}\r\n\u009Bannex`,
  })),
};
const withInvisible = {
  vmanage: () => simulated.vmanage({ tenants: [{ id: 't1', name: 'acme', overlay: renamed }] }),
  nuage: () => simulated.nuage({ enterprises: [{ id: 'e1', name: 'ACME\u200F', overlay: renamed }] }),
  fortinet: () => simulated.fortinet({ adoms: [{ name: 'acme', overlay: renamed }] }),
} as const;

describe.for(['vmanage', 'nuage', 'fortinet'] as const)('names that come from a manager (%s)', (kind) => {
  it('lose their control characters and those that change the direction of writing', async () => {
    const manager = await opened(withInvisible[kind]());
    const network = await managerClient({ kind, url: manager.url }).readNetwork(signal);
    expect(network.devices.map(({ name }) => name).toSorted()).toEqual(
      overlay.devices.map(({ name }) => name).toSorted(),
    );
    expect(JSON.stringify(network)).not.toMatch(/[\p{Cc}\p{Bidi_Control}]|\\u00|\\[nr]/u);
  });
});
