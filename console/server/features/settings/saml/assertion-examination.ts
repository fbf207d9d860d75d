import type { Profile } from '@node-saml/node-saml';
import type { z } from 'zod';
import { SamlCheck } from '#schemas/settings/saml/routes.ts';
import type { SamlVerdict, testSamlAssertion } from '#schemas/settings/saml/routes.ts';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { attributesOf, expectationOf, resolveIdentity, readAssertion, signedIn } from './assertion-reader.ts';
import { confirmedFacts, rejectWrongDestination, rejectWrongIssuer, rejectWeakContext } from './assertion-rules.ts';
import type { Directory, MappedIdentity } from './identity-mapping.ts';
import { inspectMessage, SamlRefusal } from './message-inspection.ts';
import type { MessageHead } from './message-inspection.ts';
import type { SamlServices } from './saml-services.ts';
import { validatedProfile, readOnlyCache } from './signed-content.ts';
import type { ExaminedResponse } from './signed-content.ts';

type Examination = z.output<typeof testSamlAssertion.reply>;

interface Examined extends ExaminedResponse {
  readonly services: SamlServices;
}

/** What a check finds is for the next ones; undefined when it failed. */
class Verdicts {
  readonly #found = new Map<SamlCheck, SamlVerdict>();

  async try<Value>(check: SamlCheck, look: () => Value | Promise<Value>): Promise<Value | undefined> {
    try {
      const value = await look();
      this.#found.set(check, { check, verdict: 'passed', why: null });
      return value;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#found.set(check, { check, verdict: 'failed', why });
      return undefined;
    }
  }

  /** In the order in which they are told; what was not reached is skipped. */
  all(): SamlVerdict[] {
    return SamlCheck.options.map(
      (check) => this.#found.get(check) ?? { check, verdict: 'skipped', why: null },
    );
  }
}

function named(
  { roleId, profileIds, customerIds, ...person }: MappedIdentity,
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

/** Everything about a response whose signature is right but the user it stands for. */
async function checkContent(
  verdicts: Verdicts,
  examined: Examined,
  { head, profile }: { readonly head: MessageHead; readonly profile: Profile },
): Promise<void> {
  const { services, settings } = examined;
  const expected = expectationOf(settings, services.clock);
  const { issuer } = profile;
  await verdicts.try('destination', () => rejectWrongDestination(head, expected.acsUrl));
  await verdicts.try('issuer', () => {
    rejectWrongIssuer(head, issuer, settings.idpEntityId);
    if (issuer !== settings.idpEntityId) throw new SamlRefusal('the assertion names no issuer');
  });
  for (const aspect of ['audience', 'time', 'request'] as const)
    await verdicts.try(aspect, () => validatedProfile(examined, aspect));
  const facts = await verdicts.try('confirmation', () => confirmedFacts(signedIn(profile), expected));
  if (facts === undefined) return;
  await verdicts.try('context', () => rejectWeakContext(facts.contextClasses, settings.contextClasses));
  await verdicts.try('replay', async () => {
    if (await services.memory.isConsumed(issuer, facts.id))
      throw new SamlRefusal('the assertion was used before');
  });
}

async function userOf({ services, settings }: Examined, profile: Profile): Promise<Examination['identity']> {
  const directory = await services.identities.directory();
  const mapped = await resolveIdentity(settings, profile, { directory, extra: services.extra });
  if (!mapped.ok) throw new SamlRefusal(mapped.faults.join('; '));
  return named(mapped.identity, directory);
}

/** Whether the sign-in itself would take it: what this trial looks at one by one is no second opinion. */
const isTaken = ({ services, settings, response }: Examined): Promise<boolean> =>
  readAssertion(settings, response, { clock: services.clock, memory: readOnlyCache(services.memory) }).then(
    () => true,
    () => false,
  );

/**
 * What a response would do, without doing it: each check with its verdict. A captured one is old by the time somebody pastes
 * it: what it says is shown all the same as long as its signature is right.
 */
export async function examine(
  services: SamlServices,
  settings: SamlSettings,
  given: string,
): Promise<Examination> {
  const pasted = given.trim();
  const response = pasted.startsWith('<') ? Buffer.from(pasted).toString('base64') : pasted;
  const examined = { services, settings, response, memory: services.memory };
  const verdicts = new Verdicts();
  const head = await verdicts.try('message', () =>
    inspectMessage(Buffer.from(response, 'base64').toString('utf8')),
  );
  const profile = head && (await verdicts.try('signature', () => validatedProfile(examined, 'signature')));
  if (head !== undefined && profile !== undefined) await checkContent(verdicts, examined, { head, profile });
  const identity = profile && (await verdicts.try('user', () => userOf(examined, profile)));
  const checks = verdicts.all();
  const attributes = profile === undefined ? {} : attributesOf(profile);
  return {
    accepted: checks.every(({ verdict }) => verdict === 'passed') && (await isTaken(examined)),
    checks,
    faults: checks.flatMap(({ why }) => why ?? []),
    attributes: Object.fromEntries(Object.entries(attributes).map(([name, texts]) => [name, [...texts]])),
    identity: identity ?? null,
  };
}
