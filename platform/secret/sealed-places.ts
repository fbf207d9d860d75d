import { snmpSecrets, withSnmpSecrets } from '#schemas/inventory/snmp-secrets.ts';
import type { ChangeSecret } from '#schemas/secret/change-secret.ts';
import { SAML_SETTING, withSamlSecrets } from '#schemas/settings/saml/saml-secrets.ts';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { OIDC_CLIENT_SECRET } from '#schemas/settings/oidc/rules.ts';
import { withSmtpSecrets } from '#schemas/settings/smtp/smtp-secrets.ts';
import { SMTP_SETTING, type Smtp } from '#schemas/settings/smtp/smtp.ts';
import { withHeaderSecrets } from '#schemas/settings/webhook/webhook-secrets.ts';
import { SERVICE_SECRET } from '#schemas/settings/webhook/service/service.ts';
import type { Webhook } from '#schemas/settings/webhook/webhook.ts';
import { SDWAN_PASSWORD } from '#schemas/sdwan/server-secrets.ts';
import type { DiscoveryRequest } from '#schemas/discovery/request.ts';

/** Purpose of second-factor secrets. */
export const SECOND_FACTOR = 'second factor';

/** Setting and purpose of the CSRF token key. */
export const CSRF_KEY_SETTING = 'csrf-key';
export const CSRF_KEY = 'csrf key';

/** Setting and purpose of the key that signs links in mails. */
export const LINK_KEY_SETTING = 'link-key';
export const LINK_KEY = 'link key';

/** A PostgreSQL column with sealed secrets. */
export interface SealedPlace {
  readonly table: string;
  /** Primary key column. */
  readonly key: string;
  readonly column: string;
  /** Key of the row, in a table with other content. */
  readonly only?: string;
  readonly type: 'text' | 'jsonb';
  /** Was never stored in plain text, in no version. */
  readonly alwaysSealed: boolean;
  readonly change: (value: unknown, change: ChangeSecret) => unknown;
}

interface Column {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  readonly purpose: string;
}

const column = ({ purpose, ...place }: Column, alwaysSealed = false): SealedPlace => ({
  ...place,
  type: 'text',
  alwaysSealed,
  change: (value, change) => change(value as string, purpose),
});

const device = (name: string, purpose: string): SealedPlace =>
  column({ table: 'device', key: 'id', column: name, purpose });
const credential = (name: string, purpose: string): SealedPlace =>
  column({ table: 'snmp_credential', key: 'id', column: name, purpose });
const receiver = (name: string, purpose: string): SealedPlace =>
  column({ table: 'trap_receiver', key: 'id', column: name, purpose });
const factor = (name: string): SealedPlace =>
  column({ table: 'second_factor', key: 'account_id', column: name, purpose: SECOND_FACTOR }, true);
const setting = { table: 'setting', key: 'name', column: 'value', type: 'jsonb' } as const;

/** All places of secrets. A place that is missing here is sealed neither at the first start nor after a change of the key. */
export const sealedPlaces: readonly SealedPlace[] = [
  device('snmp_community', snmpSecrets.community),
  device('snmp_auth_password', snmpSecrets.auth),
  device('snmp_priv_password', snmpSecrets.priv),
  credential('snmp_community', snmpSecrets.community),
  credential('snmp_auth_password', snmpSecrets.auth),
  credential('snmp_priv_password', snmpSecrets.priv),
  receiver('community', snmpSecrets.community),
  receiver('auth_password', snmpSecrets.auth),
  receiver('priv_password', snmpSecrets.priv),
  column({ table: 'sdwan_server', key: 'id', column: 'password', purpose: SDWAN_PASSWORD }, true),
  column({ table: 'oidc_provider', key: 'id', column: 'client_secret', purpose: OIDC_CLIENT_SECRET }, true),
  column({ table: 'webhook', key: 'id', column: 'secret', purpose: SERVICE_SECRET }, true),
  factor('secret'),
  factor('next_secret'),
  {
    table: 'webhook',
    key: 'id',
    column: 'headers',
    type: 'jsonb',
    alwaysSealed: false,
    change: (value, change) => withHeaderSecrets(value as Webhook['headers'], change),
  },
  {
    table: 'discovery_run',
    key: 'id',
    column: 'request',
    type: 'jsonb',
    alwaysSealed: false,
    change(value, change) {
      const request = value as DiscoveryRequest;
      return { ...request, credentials: request.credentials.map((one) => withSnmpSecrets(one, change)) };
    },
  },
  {
    ...setting,
    only: SMTP_SETTING,
    alwaysSealed: false,
    change: (value, change) => withSmtpSecrets(value as Smtp, change),
  },
  {
    ...setting,
    only: SAML_SETTING,
    alwaysSealed: true,
    change: (value, change) => withSamlSecrets(value as SamlSettings, change),
  },
  {
    ...setting,
    only: CSRF_KEY_SETTING,
    alwaysSealed: true,
    change: (value, change) => ({ key: change((value as { readonly key: string }).key, CSRF_KEY) }),
  },
  {
    ...setting,
    only: LINK_KEY_SETTING,
    alwaysSealed: true,
    change: (value, change) => ({ key: change((value as { readonly key: string }).key, LINK_KEY) }),
  },
];
