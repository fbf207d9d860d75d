import type { CacheProvider, Profile } from '@node-saml/node-saml';
import type { SamlCheck } from '#schemas/settings/saml/routes.ts';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { SamlRefusal } from './message-inspection.ts';
import { samlClient } from './saml-client.ts';
import type { ClientOptions } from './saml-client.ts';

/** The response that is looked at, and the settings it is held against. */
export interface ExaminedResponse {
  readonly memory: CacheProvider;
  readonly settings: SamlSettings;
  readonly response: string;
}

/** Nothing of a trial is remembered: the real answer to the same request is still taken. */
export const readOnlyCache = (memory: CacheProvider): CacheProvider => ({
  saveAsync: (key, value) => memory.saveAsync(key, value),
  getAsync: (key) => memory.getAsync(key),
  removeAsync: () => Promise.resolve(null),
});

/** Its content when the signature and one thing more are right. Throws when they are not. */
export async function validatedProfile(
  { memory, settings, response }: ExaminedResponse,
  only: NonNullable<ClientOptions['only']>,
): Promise<Profile> {
  const client = samlClient(settings, { memory: readOnlyCache(memory), only });
  const { profile } = await client.validatePostResponseAsync({ SAMLResponse: response });
  if (profile === null || typeof profile.nameID !== 'string' || profile.nameID === '')
    throw new SamlRefusal('the response names nobody');
  return profile;
}

/**
 * Which check it was when the library refused a response: its errors are texts. The request is what is left: the library has
 * forgotten it by now, so that looking again tells nothing.
 */
export async function findFailedCheck(looked: ExaminedResponse): Promise<{ check: SamlCheck; name?: string }> {
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
