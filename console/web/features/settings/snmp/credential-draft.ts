import type { CredentialAccess, SnmpCredentialDraft } from '#schemas/settings/snmp/credential.ts';
import type { SnmpCredential } from '#schemas/settings/snmp/credential-routes.ts';

const SNMP_PORT = 161;

export const emptyCredential: SnmpCredentialDraft = {
  name: '',
  port: SNMP_PORT,
  context: '',
  access: { version: 'v2c', community: '' },
};

/** The initial access of a version. */
export const emptyCredentialAccess = (version: CredentialAccess['version']): CredentialAccess =>
  version === 'v3'
    ? {
        version,
        user: '',
        auth: { protocol: 'SHA-256', password: '' },
        priv: { protocol: 'AES-128', password: '' },
      }
    : { version, community: '' };

/** The draft of a stored credential; its secrets stay on the server. */
export const toCredentialDraft = ({ name, port, context, access }: SnmpCredential): SnmpCredentialDraft => ({
  name,
  port,
  context,
  access,
});
