import type { AnswerSketch } from '../../fixtures/saml/identity-provider.ts';
import { answerXml, attributeOf, inflated } from '../../fixtures/saml/identity-provider.ts';
import type { KeyAndCertificate } from '../../fixtures/saml/certificate.ts';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { ORIGIN } from '../server/server-under-test.ts';
import type { Browser, ServerUnderTest } from '../server/server-under-test.ts';

export const ACS = '/api/v1/saml/acs';
export const ACS_URL = `${ORIGIN}${ACS}`;
export const LOGOUT_URL = `${ORIGIN}/api/v1/saml/logout`;
export const IDP = 'https://idp.example/metadata';
export const ENTITY = 'https://telltale.example/sp';

export const aSaml = (signing: KeyAndCertificate, changed: Partial<SamlSettings> = {}): SamlSettings => ({
  enabled: true,
  name: 'Example SSO',
  entityId: ENTITY,
  baseUrl: ORIGIN,
  loginUrl: ACS,
  logoutUrl: '/api/v1/saml/logout',
  idpEntityId: IDP,
  idpSsoUrl: 'https://idp.example/sso',
  idpLogoutUrl: 'https://idp.example/slo',
  certificates: [signing.certificate],
  workflow: 'SP',
  binding: 'REDIRECT',
  signed: 'RESPONSE',
  validitySeconds: 300,
  skewSeconds: 30,
  sessionMinutes: 60,
  contextClasses: [],
  privateKey: null,
  publicCertificate: null,
  extra: null,
  defaultRole: null,
  mappings: [
    { type: 'USERNAME', source: 'SAML', path: 'uid', expected: null, target: null, by: 'name' },
    { type: 'FIRSTNAME', source: 'SAML', path: 'givenName', expected: null, target: null, by: 'name' },
    { type: 'LASTNAME', source: 'SAML', path: 'sn', expected: null, target: null, by: 'name' },
    { type: 'EMAIL', source: 'SAML', path: 'mail', expected: null, target: null, by: 'name' },
    { type: 'ROLE', source: 'SAML', path: 'groups', expected: 'noc', target: 'Watchers', by: 'name' },
    { type: 'CUSTOMER', source: 'SAML', path: 'customer', expected: null, target: null, by: 'id' },
  ],
  ...changed,
});

export const anAnswer = (signing: KeyAndCertificate, changed: Partial<AnswerSketch> = {}): AnswerSketch => ({
  issuer: IDP,
  destination: ACS_URL,
  recipient: ACS_URL,
  audience: ENTITY,
  inResponseTo: undefined,
  nameId: 'zoe-1',
  nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  sessionIndex: 's1',
  attributes: {
    uid: ['zoe'],
    givenName: ['Zoé'],
    sn: ['Martin'],
    mail: ['zoe@example.net'],
    groups: ['staff', 'noc'],
    customer: ['acme'],
  },
  issuedMs: 0,
  lastsMs: 300_000,
  sessionLastsMs: undefined,
  signing,
  sign: 'both',
  algorithm: 'sha256',
  draft: (assertion) => assertion,
  ...changed,
});

/** Posts what a page of the identity provider posts: from its origin, without our cookies or token. */
export const postForm = (page: Browser, url: string, fields: Record<string, string> | string) =>
  page.send('POST', url, {
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://idp.example',
      'sec-fetch-site': 'cross-site',
      cookie: '',
      'x-csrf-token': '',
    },
  });

/** The id of the request with which the console sends a browser to the identity provider. */
export async function requestOf(page: Browser, next = '/'): Promise<string> {
  const answer = await page.get(`/api/v1/saml/login?next=${encodeURIComponent(next)}`);
  const query = new URL(String(answer.headers.location)).searchParams;
  return attributeOf(inflated(query.get('SAMLRequest')!), 'ID')!;
}

export const postAnswer = (page: Browser, xml: string, relayState = '/') =>
  postForm(page, ACS, { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState });

/** Begins at the console, answers as the provider, and posts the answer. */
export async function visit(
  server: ServerUnderTest,
  signing: KeyAndCertificate,
  changed: Partial<AnswerSketch> = {},
) {
  const page = server.browser();
  const inResponseTo = await requestOf(page);
  const answer = await postAnswer(page, answerXml(anAnswer(signing, { inResponseTo, ...changed })));
  return { page, answer };
}

export const whereTo = (answer: { statusCode: number; headers: object }) => [
  answer.statusCode,
  (answer.headers as Record<string, unknown>)['location'],
];
export const REFUSED = [303, '/sign-in?problem=LOGIN_PROVIDER_REFUSED'];
