import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { serviceFields } from '#tests/fixtures/update-fields.ts';
import { addAlarm } from '../../fixtures/notification/notification-under-test.ts';

const WEBHOOKS = '/api/v1/mt/settings/webhooks';
const TRAPS = '/api/v1/mt/settings/snmp/traps';

let server: ServerUnderTest;
let admin: Browser;
let alarm: number;

beforeAll(async () => {
  server = await openServer();
  alarm = await addAlarm(server.stack, { label: 'Line down' });
  await server.account({
    username: 'targets',
    permissions: [
      ...(['SETTINGS.WEBHOOK.read', 'SETTINGS.WEBHOOK.write'] as const),
      ...(['SETTINGS.SNMP.read', 'SETTINGS.SNMP.write'] as const),
      ...(['NETWORK.PROVISIONING.read', 'NETWORK.PROVISIONING.write'] as const),
    ],
  });
  admin = await server.signedIn('targets');
});
afterAll(() => server.close());

const webhook = {
  name: 'limited',
  enabled: true,
  url: 'https://noc.example/hook',
  headers: [],
  trigger: 'both',
  payload: { kind: 'text', template: '' },
  allowInsecure: false,
  ...serviceFields,
  includeRestricted: false,
  notifyPlatformEvents: false,
};
const receiver = {
  name: 'limited',
  enabled: true,
  host: 'nms.example',
  port: 162,
  inform: false,
  includeRestricted: false,
  notifyPlatformEvents: false,
  access: { version: 'v2c', community: 'public' },
};

describe.each([
  ['a webhook', WEBHOOKS, 'webhooks', webhook],
  ['a trap receiver', TRAPS, 'receivers', receiver],
] as const)('%s', (_, path, list, target) => {
  const read = async () =>
    (await admin.get(path)).json<
      Record<string, { id: number; customers: number[]; severities: string[]; alarms: number[] }[]>
    >();

  it('can be limited to customers, severities and alarms, and offers them by name', async () => {
    const limits = { customers: [1], severities: ['critical', 'major'], alarms: [alarm] };
    const { statusCode } = await admin.send('POST', path, { body: { ...target, ...limits } });
    expect(statusCode).toBe(200);
    const found = await read();
    expect(found[list]).toMatchObject([limits]);
    expect(found['alarms']).toContainEqual({ id: alarm, name: 'Line down' });
    expect(Array.isArray(found['customers'])).toBe(true);
    const id = String(found[list]![0]!.id);
    const none = { customers: [], severities: [], alarms: [] };
    await admin.send('PUT', `${path}/${id}`, { body: { ...target, ...none } });
    expect((await read())[list]).toMatchObject([none]);
  });

  it.each([
    ['customers', [0]],
    ['severities', ['loud']],
    ['alarms', Array.from({ length: 1_001 }, (_each, at) => at + 1)],
  ])('is rejected with invalid %s', async (field, value) => {
    const body = { ...target, name: 'another', [field]: value };
    expect((await admin.send('POST', path, { body })).statusCode).toBe(400);
  });
});

it.each(['127.9.9.0/30', '169.254.169.254/32', '10.0.0.1-10.0.0.5,::1', '224.0.0.1', 'fe80::1'])(
  'a discovery of %s is rejected: it reaches this machine or its link',
  async (ranges) => {
    const { statusCode, json } = await admin.send('POST', '/api/v1/customers/1/discoveries', {
      body: { site: 11, ranges: ranges.split(','), credentials: [{ version: 'v2c', community: 'public' }] },
    });
    expect([statusCode, (json() as { code: string }).code]).toEqual([422, 'DISCOVERY_ADDRESS_BLOCKED']);
  },
);
