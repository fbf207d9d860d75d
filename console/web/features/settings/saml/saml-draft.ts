import type { SamlMapping, SamlSettings } from '#schemas/settings/saml/saml.ts';

export const emptyMapping: SamlMapping = {
  type: 'ROLE',
  source: 'SAML',
  path: '',
  expected: null,
  target: null,
  by: 'name',
};

/** What the form starts from while nothing was set up. `here`: the address of this console. */
export const emptySaml = (here: string): SamlSettings => ({
  enabled: false,
  name: '',
  entityId: `${here}/saml`,
  baseUrl: here,
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

/** Null for an entry that was emptied. */
export const nullIfEmpty = (text: string): string | null => (text === '' ? null : text);

/** The list with another entry at its place. */
export const replaced = <Item>(list: readonly Item[], at: number, part: Partial<Item> | Item): Item[] =>
  list.map((item, place) => {
    if (place !== at) return item;
    return typeof item === 'object' ? { ...item, ...(part as Partial<Item>) } : (part as Item);
  });

export const without = <Item>(list: readonly Item[], at: number): Item[] =>
  list.filter((_, place) => place !== at);
