import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { emptyMapping } from '../identity/list-draft.ts';

const mapping = emptyMapping('SAML');

/** The initial values for the console at `origin`. */
export const emptySaml = (origin: string): SamlSettings => ({
  enabled: false,
  name: '',
  entityId: `${origin}/saml`,
  baseUrl: origin,
  loginUrl: '/api/v1/saml/acs',
  logoutUrl: '/api/v1/saml/logout',
  idpEntityId: '',
  idpSsoUrl: '',
  idpLogoutUrl: null,
  certificates: [''],
  workflow: 'SP',
  binding: 'REDIRECT',
  signed: 'RESPONSE',
  validitySeconds: 300,
  skewSeconds: 60,
  sessionMinutes: 480,
  contextClasses: [],
  privateKey: null,
  publicCertificate: null,
  extra: null,
  defaultRole: null,
  mappings: [
    { ...mapping, type: 'USERNAME', path: 'nameID' },
    { ...mapping, type: 'CUSTOMER', path: '', by: 'id' },
  ],
});
