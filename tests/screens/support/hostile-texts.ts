import { stringify } from 'yaml';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { alertCountsOf, definitionCountsOf } from '#schemas/alerting/counts.ts';
import type { AlertState } from '#schemas/alerting/alert.ts';
import { aUser, post } from '#tests/fixtures/server/administrator.ts';
import { anAlarmDraft } from '#tests/fixtures/cockpit-draft.ts';
import { aSaml } from '#tests/fixtures/saml/saml-sketch.ts';
import { selfSigned } from '#tests/fixtures/saml/certificate.ts';
import {
  PASSWORD,
  quietState,
  type Browser,
  type ServerUnderTest,
} from '#tests/fixtures/server/server-under-test.ts';

/** Every hostile text in use, by the name of its field. */
export const hostile = new Map<string, string>();

const MARKUP = '<img/src=x/onerror=__xss=1><svg/onload=__xss=2><script>__xss=3</script>';
const TEMPLATE = '{{n}}$t(a)';

/**
 * Runs when it is shown as markup (an element with a handler, a script), when it is taken for a template of the texts
 * (`{{…}}`, `$t(…)`), or when a spreadsheet takes it for a formula. Without white space, which some names reject.
 */
function hostileText(field: string, remaining = TEMPLATE, markup = MARKUP): string {
  const text = `=${String(hostile.size).padStart(2, '0')}${markup}${remaining}`;
  hostile.set(field, text);
  return text;
}

/** No screen shows these today. The name of a rejected sign-in is not stored: it may be a password. */
export const shownNowhere = ['terms in French', 'name at a rejected sign-in'];

/** Has come in by a file, as the names that devices give to their ports do. */
export const networkFile = (): string =>
  stringify({
    customers: [
      {
        clientId: 'evil',
        name: hostileText('name of a customer'),
        profile: hostileText('name of a profile'),
        sites: [
          {
            name: hostileText('name of a site'),
            city: hostileText('city'),
            region: hostileText('region'),
            latitude: 48.85,
            longitude: 2.35,
            devices: [
              {
                name: hostileText('name of a device'),
                address: '192.0.2.7',
                vendor: hostileText('vendor'),
                model: hostileText('model'),
                interfaces: [{ name: hostileText('name of an interface'), alias: hostileText('alias') }],
              },
            ],
          },
        ],
      },
    ],
  });

const acknowledgement = hostileText('note of an acknowledgement');
const silenced = hostileText('reason of a silence that holds');
const nameOfAlarm = hostileText('name of an alarm that runs');

/** The engine publishes an alarm on the interface of the file, with a note and a silence. */
export function statesOf({
  customers,
  alarms,
  inventory,
}: Pick<ServerUnderTest, 'customers' | 'alarms' | 'inventory'>): readonly AlertState[] {
  const { sites, interfaces } = inventory();
  const customer = customers.get('evil')!;
  const [port] = [...interfaces.values()];
  const site = [...sites.values()].find((one) => one.customer === customer)!;
  const row: AlertState['alarms'][number] = {
    id: `${String(alarms.open)}:${String(port!.id)}`,
    alarm: alarms.open,
    name: nameOfAlarm,
    kpi: 'itf_in_util',
    severity: 'critical',
    site: site.id,
    siteName: site.name,
    element: port!.id,
    elementName: port!.name,
    elementKind: 'interface',
    operator: '>',
    threshold: 80,
    thresholdFrom: 'alarm',
    outliers: 1,
    measures: 1,
    recent: [91],
    window: 0,
    length: 300,
    since: 0,
    acknowledged: { by: 'x', at: 0, note: acknowledgement, until: null, untilWorse: false },
    silenced: { silence: 1, by: 'x', reason: silenced, until: null },
  };
  const evil: AlertState = {
    ...quietState(customer),
    counts: alertCountsOf([row]),
    byAlarm: definitionCountsOf([row]),
    sites: [{ site: site.id, severity: 'critical', alarms: 1 }],
    alarms: [row],
  };
  return [...customers.values()].map((id) => (id === customer ? evil : quietState(id)));
}

async function put(page: Browser, path: string, body: unknown): Promise<void> {
  const response = await page.send('PUT', `/api/v1${path}`, { body });
  if (response.statusCode !== 200) throw new Error(`${path} answers ${response.body}`);
}

const everyone = { customers: [], severities: [], alarms: [] };

type MadeKind =
  | 'cluster'
  | 'poller'
  | 'application'
  | 'cockpit'
  | 'alarm'
  | 'user'
  | 'role'
  | 'webhook'
  | 'mail'
  | 'trap'
  | 'qosClass';

/** Everything that is not the network: by the interface, as the screens send it. */
export async function putHostileTexts(
  page: Browser,
  { customer, element }: { readonly customer: number; readonly element: number },
): Promise<Record<MadeKind, number>> {
  const role = await post<{ id: number }>(page, '/mt/role', {
    label: hostileText('label of a role'),
    permissions: [],
  });
  const { user } = await post<{ user: { id: number } }>(
    page,
    '/mt/user',
    aUser({
      // Usernames with markup are rejected.
      username: hostileText('username', TEMPLATE, ''),
      firstName: hostileText('first name'),
      lastName: hostileText('last name'),
      role: role.id,
      customers: [customer],
    }),
  );
  const cockpit = await post<{ id: number; version: number }>(page, '/mt/cockpit', {
    name: hostileText('name of a cockpit'),
    description: hostileText('description of a cockpit'),
  });
  await put(page, `/mt/share-resource/cockpit/${String(cockpit.id)}/status`, {
    version: cockpit.version,
    active: false,
    comment: hostileText('comment of a status'),
  });
  const group = await post<{ id: number }>(page, '/mt/cockpit/groups', {
    name: hostileText('name of a group', ''),
    members: [],
  });
  const alarm = await post<{ id: number; version: number }>(
    page,
    `/mt/cockpit/${String(cockpit.id)}/alarms`,
    {
      ...anAlarmDraft({
        label: hostileText('label of an alarm'),
        visibility: 'RESTRICTED',
        groups: [group.id],
      }),
    },
  );
  await put(page, `/mt/cockpit/${String(cockpit.id)}/alarms/${String(alarm.id)}/thresholds`, {
    version: alarm.version,
    target: { element },
    value: 70,
  });
  await post(page, `/customers/${String(customer)}/silence`, {
    match: { severities: ['critical'] },
    reason: hostileText('reason of a silence'),
    startsAt: Date.UTC(2026, 0, 5),
    endsAt: Date.UTC(2099, 11, 31),
    recurrence: null,
  });
  await post(page, '/mt/kpi', {
    key: 'evil',
    en: hostileText('name of a KPI'),
    fr: hostileText('name of a KPI in French'),
    unit: 'scalar',
    element: 'interface',
    aggregation: 'average',
    strategy: 'before any aggregation',
    formulas: [{ scope: 'snmp', formula: 'rate(in_octets)' }],
  });
  const poller = await post<{ id: string }>(page, '/mt/polling', {
    name: hostileText('name of a poller'),
    level: 'device',
    oid: '1.3.6.1.4.1.9.1.0',
    valueType: 'gauge',
    counters: ['evil'],
  });
  const everywhere = { type: 'application', sites: [], applications: [1], everySite: true };
  const cluster = await post<{ id: number }>(page, `/customers/${String(customer)}/cluster`, {
    ...everywhere,
    name: hostileText('name of a cluster'),
    description: hostileText('description of a cluster'),
  });
  await post(page, '/mt/cluster', { ...everywhere, name: hostileText('name of a shared cluster') });
  const application = await post<{ id: number }>(page, `/customers/${String(customer)}/application`, {
    name: hostileText('name of an application'),
    description: hostileText('description of an application'),
    category: hostileText('category'),
    attributes: { applicationNames: [hostileText('name by an exporter', '')] },
  });
  await post(page, '/mt/application', {
    name: hostileText('name of a shared application'),
    attributes: { ports: ['9'] },
  });
  const aClass = (name: string) => ({ name: hostileText(name, ''), colour: 'blue' });
  const { classes } = await post<{ classes: readonly { id: number }[] }>(page, '/mt/qos/class', {
    class: {
      ...aClass('name of a class of service'),
      description: hostileText('description of a class of service', ''),
      classMaps: [{ vendor: '<b>x', name: hostileText('name of a class map', '') }],
      queues: [hostileText('name of a queue', '')],
    },
    version: 0,
  });
  await post(page, `/customers/${String(customer)}/qos/class`, {
    class: aClass('name of a class of a customer'),
    version: 0,
  });
  const webhook = await post<{ id: number }>(page, '/mt/settings/webhooks', {
    name: hostileText('name of a webhook'),
    enabled: false,
    url: 'https://hook.example/x',
    trigger: 'both',
    allowInsecure: false,
    headers: [{ name: 'x-noc', value: 'y' }],
    payload: { kind: 'text', template: hostileText('payload', '') },
  });
  const mail = await post<{ id: number }>(page, '/mt/settings/mails', {
    name: hostileText('name of a mail'),
    enabled: false,
    recipients: ['noc@example.net'],
    trigger: 'both',
    ...everyone,
    grouping: 'single',
    subject: hostileText('subject of a mail', ''),
    body: hostileText('text of a mail', ''),
  });
  const trap = await post<{ id: number }>(page, '/mt/settings/snmp/traps', {
    name: hostileText('name of a trap receiver'),
    enabled: false,
    host: hostileText('host of a trap receiver'),
    port: 162,
    inform: false,
    access: { version: 'v2c', community: 'public' },
  });
  await put(page, '/mt/settings/announcement', {
    enabled: true,
    format: 'banner',
    message: hostileText('announcement'),
  });
  await put(
    page,
    '/mt/settings/saml',
    aSaml(selfSigned(), {
      name: hostileText('name of an identity provider'),
      idpEntityId: hostileText('its entity id'),
    }),
  );
  await post(page, '/mt/terms', { en: hostileText('terms'), fr: hostileText('terms in French') });
  return {
    cluster: cluster.id,
    application: application.id,
    qosClass: classes[0]?.id ?? 0,
    cockpit: cockpit.id,
    poller: Number(poller.id),
    alarm: alarm.id,
    user: user.id,
    role: role.id,
    webhook: webhook.id,
    mail: mail.id,
    trap: trap.id,
  };
}

/** What comes with a request to sign in: an unknown name, and a browser that calls itself so. */
export async function signInWithHostileTexts(page: Browser, username: string): Promise<void> {
  await page.get('/api/v1/authProviders');
  const name = hostileText('name at a rejected sign-in');
  await page.send('POST', '/api/v1/internalLogin', { body: { username: name, password: PASSWORD } });
  const response = await page.send('POST', '/api/v1/internalLogin', {
    body: { username, password: PASSWORD },
    headers: { 'user-agent': hostileText('name of a browser') },
  });
  if (response.statusCode !== 200) throw new Error(response.body);
}

/** Texts that only their owner sees and creates. */
export async function putOwnTexts(page: Browser): Promise<void> {
  await post(page, '/token', {
    name: hostileText('name of a token'),
    permissions: [permissionKeys[0]],
    customers: 'all',
    days: 1,
  });
}
