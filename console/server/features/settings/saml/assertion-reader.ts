import type { CacheProvider, Profile } from '@node-saml/node-saml';
import type { Clock } from '#platform/clock/clock.ts';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import {
  confirmedFacts,
  rejectFailure,
  rejectWrongDestination,
  rejectWrongIssuer,
  rejectWeakContext,
  type Expectation,
  type Signed,
  type SignedFacts,
} from './assertion-rules.ts';
import { checked, FailedCheck } from './failed-check.ts';
import { findFailedCheck } from './signed-content.ts';
import { fetchExtra, type ExtraReach } from './extra-attributes.ts';
import {
  mapIdentity,
  readTextsAt,
  type Directory,
  type IdentityClaims,
  type Mapped,
} from '../../../shared/identity/identity-mapping.ts';
import { attributesOf } from './signed-attributes.ts';
import { certificatesInForce } from './certificate-faults.ts';
import { inspectMessage, SamlRejection } from './message-inspection.ts';
import { acsUrlOf, samlClient } from './saml-client.ts';

/** Larger messages are rejected. */
export const MAX_MESSAGE_BYTES = 256 * 1_024;

export interface Assertion {
  readonly profile: Profile;
  readonly facts: SignedFacts;
}

export interface AssertionReadOptions {
  readonly memory: CacheProvider;
  readonly clock: Clock;
}

export const signedIn = (profile: Profile): Signed => ({
  assertion: profile.getAssertion?.(),
  issuer: profile.issuer,
  inResponseTo: profile['inResponseTo'],
});

export const expectationOf = (settings: SamlSettings, clock: Clock): Expectation => ({
  acsUrl: acsUrlOf(settings),
  idpEntityId: settings.idpEntityId,
  workflow: settings.workflow,
  now: clock.now(),
  skewMs: settings.skewSeconds * SECOND_MS,
});

async function profileOf(
  settings: SamlSettings,
  response: string,
  { memory, clock }: AssertionReadOptions,
): Promise<Profile> {
  const now = clock.now();
  if (certificatesInForce(settings, now).length === 0)
    throw new FailedCheck(
      { check: 'signature' },
      new SamlRejection('no certificate of the identity provider is valid at this time'),
    );
  const client = samlClient(settings, { memory, now });
  const { profile } = await client
    .validatePostResponseAsync({ SAMLResponse: response })
    .catch(async (error: unknown) => {
      throw new FailedCheck(await findFailedCheck({ settings, response, memory, now }), error);
    });
  if (profile === null || typeof profile.nameID !== 'string' || profile.nameID === '')
    throw new FailedCheck({ check: 'user' }, new SamlRejection('the response has no name ID'));
  return profile;
}

/**
 * Reads a posted response after every check of its signature, time and recipient. Throws FailedCheck when a check fails.
 */
export async function readAssertion(
  settings: SamlSettings,
  response: string,
  options: AssertionReadOptions,
): Promise<Assertion> {
  const head = await checked({ check: 'message' }, () =>
    inspectMessage(Buffer.from(response, 'base64').toString('utf8')),
  );
  await checked({ check: 'status' }, () => rejectFailure(head));
  const profile = await profileOf(settings, response, options);
  const { issuer, nameID: name } = profile;
  const expected = expectationOf(settings, options.clock);
  await checked({ check: 'destination', name }, () => rejectWrongDestination(head, expected.acsUrl));
  await checked({ check: 'issuer', name }, () => {
    rejectWrongIssuer(head, issuer, settings.idpEntityId);
    // Optional in SAML, but required here: the library compares it only on logout messages.
    if (issuer !== settings.idpEntityId) throw new SamlRejection('the assertion names no issuer');
  });
  const facts = await checked({ check: 'confirmation', name }, () =>
    confirmedFacts(signedIn(profile), expected),
  );
  await checked({ check: 'context', name }, () =>
    rejectWeakContext(facts.contextClasses, settings.contextClasses),
  );
  return { profile, facts };
}

/** Maps a profile to an identity. Fetches the extra attributes if a mapping needs them. */
export async function resolveIdentity(
  settings: SamlSettings,
  profile: Profile,
  { directory, extra }: { readonly directory: Directory; readonly extra: ExtraReach },
): Promise<Mapped> {
  const attributes = attributesOf(profile);
  const { nameID } = profile;
  const attributeAt = (path: string): readonly string[] => attributes.get(path) ?? [];
  const needsExtra = settings.mappings.some(({ source }) => source === 'EXTRA');
  const inSaml = settings.mappings.filter(({ type, source }) => type === 'USERNAME' && source === 'SAML');
  const username = inSaml.flatMap(({ path }) => attributeAt(path))[0] ?? nameID;
  const fetched =
    settings.extra !== null && needsExtra ? await fetchExtra(settings.extra, username, extra) : undefined;
  const textsAt: IdentityClaims['textsAt'] = ({ source, path }) =>
    source === 'EXTRA' ? readTextsAt(fetched, path) : attributeAt(path);
  return mapIdentity(settings, { textsAt, username: nameID }, directory);
}
