import type { TrapReceiverDraft } from '#schemas/settings/snmp/trap-receiver.ts';

type Access = TrapReceiverDraft['access'];

const TRAP_PORT = 162;

/** The initial values of a new one. */
export const emptyReceiver: TrapReceiverDraft = {
  name: '',
  enabled: true,
  host: '',
  port: TRAP_PORT,
  inform: false,
  access: { version: 'v2c', community: '' },
  customers: [],
  severities: [],
  alarms: [],
  includeRestricted: false,
  notifyPlatformEvents: true,
};

/** The initial access of a version. */
export const emptyAccess = (version: Access['version']): Access =>
  version === 'v2c'
    ? { version, community: '' }
    : {
        version,
        user: '',
        auth: { protocol: 'SHA-256', password: '' },
        priv: { protocol: 'AES-128', password: '' },
      };

type Secret = Extract<Access, { version: 'v3' }>['auth'];

/** The access in short: `v3, SHA-256 + AES-128`. */
export function accessText({ access }: Pick<TrapReceiverDraft, 'access'>): string {
  if (access.version === 'v2c') return 'v2c';
  const protocols = [access.auth, access.priv].flatMap((secret: { protocol: string } | Secret) =>
    secret === null ? [] : [secret.protocol],
  );
  return protocols.length === 0 ? 'v3' : `v3, ${protocols.join(' + ')}`;
}
