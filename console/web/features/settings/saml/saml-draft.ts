import type { SamlMapping, SamlSettings } from '#schemas/settings/saml/saml.ts';

export const emptyMapping: SamlMapping = {
  type: 'ROLE',
  source: 'SAML',
  path: '',
  expected: null,
  target: null,
  by: 'name',
};

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
    { ...emptyMapping, type: 'USERNAME', path: 'nameID' },
    { ...emptyMapping, type: 'CUSTOMER', path: '', by: 'id' },
  ],
});

/** Null for an empty entry. */
export const nullIfEmpty = (text: string): string | null => (text === '' ? null : text);

/** Returns the list with the entry at `at` replaced or, for an object, merged. */
export const replaceAt = <Item>(list: readonly Item[], at: number, part: Partial<Item> | Item): Item[] =>
  list.map((item, index) => {
    if (index !== at) return item;
    return typeof item === 'object' ? { ...item, ...(part as Partial<Item>) } : (part as Item);
  });

/** Returns the list without the entry at `at`. */
export const removeAt = <Item>(list: readonly Item[], at: number): Item[] =>
  list.filter((_, index) => index !== at);
