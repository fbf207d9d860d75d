import * as brand from '#schemas/brand/routes.ts';
import { updateIframeWhitelist } from '#schemas/settings/iframe/iframe.ts';
import * as agents from '#schemas/settings/agent/routes.ts';
import { updateLivewire } from '#schemas/settings/livewire/routes.ts';
import { defaultSdwanSetting, updateSdwanSetting } from '#schemas/settings/sdwan/sdwan.ts';
import { markFirstSteps } from '#schemas/first-steps/first-steps.ts';
import * as announcement from '#schemas/settings/announcement/announcement.ts';
import * as mail from '#schemas/settings/mail/routes.ts';
import * as oidc from '#schemas/settings/oidc/routes.ts';
import * as saml from '#schemas/settings/saml/routes.ts';
import * as smtp from '#schemas/settings/smtp/routes.ts';
import * as credentials from '#schemas/settings/snmp/credential-routes.ts';
import * as trap from '#schemas/settings/snmp/routes.ts';
import * as webhook from '#schemas/settings/webhook/routes.ts';
import { selfSigned } from '#tests/fixtures/saml/certificate.ts';
import { serviceFields, targetFields } from '#tests/fixtures/update-fields.ts';
import { anOidc } from '../../fixtures/oidc/oidc-sketch.ts';
import { aSaml } from '../../fixtures/saml/saml-sketch.ts';
import { SECRET, type Place } from './story.ts';

/** Everything of the platform settings: made, changed, taken away. */
export async function settingsStory({ take, server: { customers } }: Place): Promise<void> {
  const hook = {
    name: 'noc',
    enabled: true,
    url: 'https://noc.example/x',
    trigger: 'both',
    allowInsecure: false,
    headers: [{ name: 'Authorization', value: SECRET as string | null }],
    payload: { kind: 'text', template: 'x' },
    ...serviceFields,
    ...targetFields,
  };
  const hooked = await take(webhook.createWebhook, 'made', { body: hook });
  const headers = [{ name: 'Authorization', value: `${SECRET} 2` }];
  await take(webhook.updateWebhook, 'changed', {
    params: hooked,
    body: { ...hook, headers, enabled: false },
  });
  await take(webhook.deleteWebhook, 'deleted', { params: hooked });

  const entry = { name: 'core', port: 161, context: '', access: { version: 'v2c', community: SECRET } };
  const credential = await take(credentials.createSnmpCredential, 'made', { body: entry });
  await take(credentials.updateSnmpCredential, 'changed', {
    params: { id: credential.id },
    body: { ...entry, port: 1_161, version: credential.version },
  });
  await take(credentials.deleteSnmpCredential, 'deleted', { params: { id: credential.id } });

  const receiver = {
    name: 'nms',
    enabled: true,
    host: 'nms.example',
    port: 162,
    inform: false,
    access: { version: 'v2c', community: SECRET },
    ...targetFields,
  };
  const trapped = await take(trap.createTrapReceiver, 'made', { body: receiver });
  const auth = { protocol: 'SHA-256', password: SECRET };
  const access = { version: 'v3', user: 'noc', auth, priv: null };
  await take(trap.updateTrapReceiver, 'changed', { params: trapped, body: { ...receiver, access } });
  await take(trap.deleteTrapReceiver, 'deleted', { params: trapped });

  const notice = {
    ...targetFields,
    name: 'night',
    enabled: true,
    recipients: ['noc@example.net'],
    trigger: 'both',
    customers: [],
    severities: [],
    alarms: [],
    grouping: 'single',
    language: 'en',
    subject: 's',
    body: 'b',
  };
  const mailed = await take(mail.createAlarmMail, 'made', { body: notice });
  await take(mail.updateAlarmMail, 'changed', { params: mailed, body: { ...notice, grouping: 'minute' } });
  await take(mail.deleteAlarmMail, 'deleted', { params: mailed });

  const server = {
    host: 'mail.example',
    port: 587,
    login: 'noc',
    password: SECRET,
    tls: 'starttls',
    advanced: '',
    source: 'telltale@example.net',
  };
  await take(smtp.updateSmtp, 'made', { body: server });
  await take(smtp.updateSmtp, 'changed', { body: { ...server, password: `${SECRET} 2` } });
  await take(smtp.deleteSmtp, 'deleted');

  const signing = selfSigned();
  const extra = { url: 'https://idp.example/more', headers: [{ name: 'x-key', value: SECRET }] };
  await take(saml.updateSamlSettings, 'made', { body: aSaml(signing, { extra }) });
  await take(saml.updateSamlSettings, 'changed', {
    body: aSaml(signing, { extra: { ...extra, headers: [{ name: 'x-key', value: `${SECRET} 2` }] } }),
  });
  const provider = anOidc({ clientSecret: SECRET });
  const connected = await take<{ id: number; version: number }>(oidc.createOidcProvider, 'made', {
    body: provider,
  });
  await take(oidc.updateOidcProvider, 'changed', {
    params: { id: connected.id },
    body: { ...provider, clientSecret: `${SECRET} 2`, version: connected.version },
  });
  await take(oidc.deleteOidcProvider, 'deleted', { params: { id: connected.id } });
  await take(updateIframeWhitelist, 'changed', {
    body: { patterns: ['https://grafana\\.example\\.net/.*'] },
  });
  await take(updateSdwanSetting, 'changed', {
    body: { ...defaultSdwanSetting, tlocExclusionPattern: ':lte$' },
  });
  await take(updateLivewire, 'changed', { body: { url: 'https://livewire.example.net/{address}' } });
  const agent = {
    agentId: 'probe-lyon',
    customer: customers.get('acme')!,
    networkMarker: 'Lyon',
    index: 'a1Z',
    source: '192.0.2.0/24',
    expires: '31/12/2999',
  };
  const added = await take<{ id: number; version: number }>(agents.createAgent, 'made', { body: agent });
  const moved = { ...agent, source: '192.0.2.7', version: added.version };
  await take(agents.updateAgent, 'changed', { params: { id: added.id }, body: moved });
  await take(agents.deleteAgent, 'deleted', { params: { id: added.id } });
  const announced = { enabled: true, message: 'Tonight', format: 'banner' };
  await take(announcement.updateAnnouncement, 'changed', { body: announced });
  const colours = { primary: '#006ab3', secondary: null, logo: null, retainsLogo: false, version: 0 };
  await take(brand.updateProviderBrand, 'made', { body: colours });
  await take(brand.updateCustomerBrand, 'made', {
    params: { id: customers.get('acme')! },
    body: colours,
  });
  await take(markFirstSteps, 'changed', { body: { steps: ['backup'], mark: 'done' } });
}
