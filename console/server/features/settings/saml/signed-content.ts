import type { CacheProvider, Profile } from '@node-saml/node-saml';
import type { SamlCheck } from '#schemas/settings/saml/routes.ts';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { SamlRejection } from './message-inspection.ts';
import { samlClient, type ClientOptions } from './saml-client.ts';

/** The response under examination, and the settings that it is checked against. */
export interface ExaminedResponse {
  readonly memory: CacheProvider;
  readonly settings: SamlSettings;
  readonly response: string;
  readonly now: Date;
}

/** A cache that keeps its requests, so that the real response to the same request is still accepted. */
export const readOnlyCache = (memory: CacheProvider): CacheProvider => ({
  saveAsync: (key, value) => memory.saveAsync(key, value),
  getAsync: (key) => memory.getAsync(key),
  removeAsync: () => Promise.resolve(null),
});

/** The profile of a response whose signature and one further aspect are valid. Throws otherwise. */
export async function validatedProfile(
  { memory, settings, response, now }: ExaminedResponse,
  only: NonNullable<ClientOptions['only']>,
): Promise<Profile> {
  const client = samlClient(settings, { memory: readOnlyCache(memory), now, only });
  const { profile } = await client.validatePostResponseAsync({ SAMLResponse: response });
  if (profile === null || typeof profile.nameID !== 'string' || profile.nameID === '')
    throw new SamlRejection('the response has no name ID');
  return profile;
}

/**
 * Finds the check that a rejected response failed, because the library only reports texts. When all others pass, it is the request:
 * the library has consumed it, so it cannot be checked again.
 */
export async function findFailedCheck(
  looked: ExaminedResponse,
): Promise<{ check: SamlCheck; name?: string }> {
  const passes = (only: NonNullable<ClientOptions['only']>) =>
    validatedProfile(looked, only).then(
      ({ nameID }) => nameID,
      () => undefined,
    );
  const name = await passes('signature');
  if (name === undefined) return { check: 'signature' };
  for (const check of ['audience', 'time'] as const)
    if ((await passes(check)) === undefined) return { check, name };
  return { check: 'request', name };
}
