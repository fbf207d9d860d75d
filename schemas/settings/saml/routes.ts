import { z } from 'zod';
import { API, route } from '../../route.ts';
import { SamlSettings } from './saml.ts';

export const readSamlSettings = route({
  method: 'GET',
  path: `${API}/mt/settings/saml`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SAML.read',
  summary: 'Settings of the SAML identity provider; secrets are told as kept',
  reply: z.strictObject({
    /** Null: never set up. */
    settings: SamlSettings.nullable(),
    /** Addresses for the identity provider. */
    metadataUrl: z.string(),
    acsUrl: z.string(),
    logoutUrl: z.string(),
  }),
});

export const updateSamlSettings = route({
  method: 'PUT',
  path: `${API}/mt/settings/saml`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SAML.write',
  summary: 'Change the settings of the SAML identity provider',
  body: SamlSettings,
  reply: z.strictObject({}),
  problems: ['VALIDATION'],
  bodyLimit: 256 * 1_024,
});

/** Whom an assertion stands for. */
export const SamlIdentity = z.strictObject({
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.string(),
  profiles: z.array(z.string()),
  customers: z.array(z.string()),
  allCustomers: z.boolean(),
});

/** What is looked at in a response, in this order. */
export const SamlCheck = z.enum([
  'message',
  'signature',
  'destination',
  'issuer',
  'audience',
  'time',
  'request',
  'confirmation',
  'context',
  'replay',
  'user',
]);
export type SamlCheck = z.infer<typeof SamlCheck>;

export const SamlVerdict = z.strictObject({
  check: SamlCheck,
  /** `skipped`: what it looks at cannot be trusted, since the signature is not right. */
  verdict: z.enum(['passed', 'failed', 'skipped']),
  /** The reason of a failure, for who runs the console. */
  why: z.string().nullable(),
});
export type SamlVerdict = z.infer<typeof SamlVerdict>;

export const testSamlAssertion = route({
  method: 'POST',
  path: `${API}/mt/settings/saml/test`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SAML.write',
  summary: 'What a response of the identity provider would do; nobody is signed in',
  body: z.strictObject({
    /** As it was posted, in base 64, or as XML. */
    response: z.string().min(1).max(300_000),
  }),
  reply: z.strictObject({
    /** It would sign its user in, now. */
    accepted: z.boolean(),
    checks: z.array(SamlVerdict),
    /** Why not, for who runs the console. */
    faults: z.array(z.string()),
    /** What it says; empty when it cannot be trusted. */
    attributes: z.record(z.string(), z.array(z.string())),
    identity: SamlIdentity.nullable(),
  }),
  problems: ['SAML_NOT_SET_UP'],
  bodyLimit: 512 * 1_024,
  noChange: 'act',
});
