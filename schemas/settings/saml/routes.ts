import { z } from 'zod';
import { API, route } from '../../route.ts';
import { stated } from '../../stated.ts';
import { SamlSettings } from './saml.ts';

export const readSamlSettings = route({
  method: 'GET',
  path: `${API}/mt/settings/saml`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SAML.read',
  summary: 'Settings of the SAML identity provider, without secrets',
  reply: z.strictObject({
    /** Null: not configured. */
    settings: SamlSettings.nullable(),
    /** Addresses for the identity provider. */
    metadataUrl: z.string(),
    acsUrl: z.string(),
    logoutUrl: z.string(),
    /** What each stored certificate of the identity provider states, in their order; null: it cannot be read. */
    certificates: z.array(
      z
        .strictObject({
          subject: z.string(),
          /** First and last moment of its validity, milliseconds since 1970. */
          fromMs: z.number(),
          toMs: z.number(),
        })
        .nullable(),
    ),
  }),
});

export const updateSamlSettings = route({
  method: 'PUT',
  path: `${API}/mt/settings/saml`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SAML.write',
  summary: 'Update the settings of the SAML identity provider',
  body: stated(SamlSettings),
  reply: z.strictObject({}),
  problems: ['VALIDATION'],
  bodyLimit: 256 * 1_024,
});

/** The user asserted by the identity provider. */
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

/** Checks of a response, in order. */
export const SamlCheck = z.enum([
  'message',
  'status',
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
  /** `skipped`: not checked because the signature is invalid. */
  verdict: z.enum(['passed', 'failed', 'skipped']),
  /** Failure reason for administrators. */
  why: z.string().nullable(),
});
export type SamlVerdict = z.infer<typeof SamlVerdict>;

export const testSamlAssertion = route({
  method: 'POST',
  path: `${API}/mt/settings/saml/test`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SAML.write',
  summary: 'Test a response of the identity provider without signing in',
  body: z.strictObject({
    /** Base64 as posted, or XML. */
    response: z.string().min(1).max(300_000),
  }),
  reply: z.strictObject({
    /** The response is valid for a sign-in now. */
    accepted: z.boolean(),
    checks: z.array(SamlVerdict),
    /** Rejection reason for administrators. */
    faults: z.array(z.string()),
    /** Asserted values; empty if not trusted. */
    attributes: z.record(z.string(), z.array(z.string())),
    identity: SamlIdentity.nullable(),
  }),
  problems: ['SAML_NOT_SET_UP'],
  bodyLimit: 512 * 1_024,
  noChange: 'act',
});
