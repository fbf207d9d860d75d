import { AttackImpossible, type Attack, type Target } from './attack.ts';
import { withRestricted, type Scene } from './boundaries.ts';
import { codeOf, type StrangerResponse, type Stranger } from './stranger.ts';
import { withUser } from './with-user.ts';

const PERIOD = { from: 1_772_000_000, to: 1_772_003_600 };

const request = (who: Stranger, customer: number, settings: object): Promise<StrangerResponse> =>
  who.send('POST', `/api/v1/customers/${String(customer)}/sdwan-endpoint`, { settings, period: PERIOD });

/** A customer without a manager proves nothing. */
async function assertManager(who: Stranger, customer: number): Promise<void> {
  const { text } = await who.get(`/api/v1/customers/${String(customer)}/sdwan-endpoint`);
  const { managers } = JSON.parse(text) as { managers: readonly object[] };
  if (managers.length === 0) throw new AttackImpossible('the customer has no SD-WAN manager');
}

/** What servers in Java read as what the rules refuse. */
const endpoints: readonly string[] = [
  '/dataservice/client/token',
  '/dataservice/%63lient/token',
  '/dataservice/%61dmin/user',
  '/dataservice/client;x=1/token',
  '/dataservice/admin;/user',
  '/dataservice/settings%3b/x',
  '/dataservice/CLIENT/token',
  '/dataservice/x/..;/client/token',
  '/dataservice/%252e%252e/x',
  '/dataservice/device\\..\\client/token',
  '/dataservice/device/．．/client/token',
  '/dataservice/device?_method=DELETE',
  '/dataservice/device/config?deviceId=1',
  '/nuage/api/v6/enterprises/{manager.tenant}/..;/other/nsgateways',
  '/nuage/api/v6/enterprises/{manager.tenant}/%75sers',
  '/nuage/api/v6/enterprises/{manager.tenant}/users;x',
  '/dvmdb/adom/{manager.tenant}/..;/other/device',
  '/api/v2/cmdb/system/Admin',
  '/api/v2/monitor/system/config/backup',
];
const headers = ['X-HTTP-Method-Override', 'X-Original-URL', 'X-Forwarded-For', 'Range', 'User-Agent'];

/** What was not refused for what it is: a response of the manager, or its failure, shows that it was called. */
const refused = new Set([
  'SDWAN_ENDPOINT_CHARACTER',
  'SDWAN_ENDPOINT_NOT_ALLOWED',
  'SDWAN_ENDPOINT_OF_OTHER',
  'SDWAN_HEADER_NOT_ALLOWED',
  'SDWAN_HEADER_RESERVED',
  'VALIDATION',
]);

async function tryEndpoints({ restricted: { page }, own }: Scene): Promise<string | undefined> {
  await assertManager(page, own);
  const through: string[] = [];
  for (const endpoint of endpoints) {
    const response = await request(page, own, { endpoint });
    if (!refused.has(codeOf(response)))
      through.push(`${endpoint}: ${String(response.status)} ${codeOf(response)}`);
  }
  for (const name of headers) {
    const value = 'DELETE';
    const response = await request(page, own, {
      endpoint: '/dataservice/device',
      headers: [{ name, value }],
    });
    if (!refused.has(codeOf(response)))
      through.push(`${name}: ${String(response.status)} ${codeOf(response)}`);
  }
  return through.length === 0 ? undefined : through.join(', ');
}

async function firstSite(admin: Stranger, customer: number): Promise<number> {
  const { text } = await admin.get(`/api/v1/customers/${String(customer)}/inventory/site`);
  const { elements } = JSON.parse(text) as { elements?: { id: number }[] };
  const [site] = elements ?? [];
  if (site === undefined) throw new AttackImpossible('the customer has no site');
  return site.id;
}

async function tryAsSite(target: Target, { admin, own }: Scene): Promise<string | undefined> {
  await assertManager(admin, own);
  const { text } = await admin.get('/api/v1/mt/role');
  const { roles } = JSON.parse(text) as { roles: { id: number; isAdmin: boolean }[] };
  const role = roles.find(({ isAdmin }) => isAdmin)?.id;
  const site = await firstSite(admin, own);
  const restrictions = [{ customer: own, sites: [site], regions: [] }];
  return withUser(
    target,
    { ...(role === undefined ? {} : { role }), customers: [own], restrictions },
    async ({ page }) => {
      const settings = [
        { endpoint: '/dataservice/device?x={site.name}' },
        { endpoint: '/dataservice/device', paths: ["$.data[?@.x!='{site.name}']"] },
      ];
      for (const one of settings) {
        const response = await request(page, own, one);
        if (codeOf(response) !== 'SDWAN_SITES_LIMITED')
          return `${one.endpoint}: ${String(response.status)} ${codeOf(response)}`;
      }
      return undefined;
    },
  );
}

/** Requests of dashlets to SD-WAN managers, with the session of the provider's user. */
export const sdwanAttacks: readonly Attack[] = [
  {
    name: 'an SD-WAN dashlet reaches no interface that is not listed, however its path is written',
    run: (target) => withRestricted(target, tryEndpoints),
  },
  {
    name: 'a user of some sites asks SD-WAN managers nothing, whatever site they name',
    run: (target) => withRestricted(target, (scene) => tryAsSite(target, scene)),
  },
];
