import type { CacheProvider } from '@node-saml/node-saml';
import type { z } from 'zod';
import type { testSamlAssertion } from '#schemas/settings/saml/routes.ts';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { attributesOf, identityOf, readAssertion } from './assertion-reader.ts';
import type { Directory, Identity } from './identity-mapping.ts';
import { inspectMessage } from './message-inspection.ts';
import { samlClient } from './saml-client.ts';
import type { SamlServices } from './saml-services.ts';

type Examination = z.output<typeof testSamlAssertion.reply>;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Nothing of a trial is remembered: the real answer to the same request is still taken. */
const forgetful = (memory: SamlServices['memory']): CacheProvider => ({
  saveAsync: (key, value) => memory.saveAsync(key, value),
  getAsync: (key) => memory.getAsync(key),
  removeAsync: () => Promise.resolve(null),
});

function named(
  { roleId, profileIds, customerIds, ...person }: Identity,
  directory: Directory,
): Examination['identity'] {
  const names = (list: Directory['roles'], ids: readonly number[]) =>
    list.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return {
    ...person,
    role: names(directory.roles, [roleId])[0] ?? '',
    profiles: names(directory.profiles, profileIds),
    customers: names(directory.customers, customerIds),
  };
}

/** Its content when the signature is right, whatever its age and addressee. Throws when it is not. */
async function contentOf({ memory }: SamlServices, settings: SamlSettings, response: string) {
  inspectMessage(Buffer.from(response, 'base64').toString('utf8'));
  const client = samlClient(settings, { memory, anyTime: true });
  return (await client.validatePostResponseAsync({ SAMLResponse: response })).profile;
}

/**
 * What a response would do, without doing it. A captured one is old by the time somebody pastes it: what it says is shown
 * all the same as long as its signature is right, beside every reason for which it would be refused.
 */
export async function examine(
  services: SamlServices,
  settings: SamlSettings,
  given: string,
): Promise<Examination> {
  const response = given.trimStart().startsWith('<') ? Buffer.from(given).toString('base64') : given;
  const faults: string[] = [];
  const memory = forgetful(services.memory);
  await readAssertion(settings, response, { ...services, memory }).catch((error: unknown) =>
    faults.push(messageOf(error)),
  );
  const refused: Examination = { accepted: false, faults, attributes: {}, identity: null };
  const profile = await contentOf(services, settings, response).catch((error: unknown) => {
    if (!faults.includes(messageOf(error))) faults.push(messageOf(error));
    return null;
  });
  if (profile === null) return refused;
  const attributes = Object.fromEntries(
    Object.entries(attributesOf(profile)).map(([name, texts]) => [name, [...texts]]),
  );
  try {
    const directory = await services.identities.directory();
    const mapped = await identityOf(settings, profile, directory);
    if (!mapped.ok) return { ...refused, faults: [...faults, ...mapped.faults], attributes };
    return { accepted: faults.length === 0, faults, attributes, identity: named(mapped.identity, directory) };
  } catch (error) {
    return { ...refused, faults: [...faults, messageOf(error)], attributes };
  }
}
