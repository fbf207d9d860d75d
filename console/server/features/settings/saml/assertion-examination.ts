import type { Profile } from '@node-saml/node-saml';
import type { z } from 'zod';
import { SamlCheck, type SamlVerdict, type testSamlAssertion } from '#schemas/settings/saml/routes.ts';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { expectationOf, resolveIdentity, readAssertion, signedIn } from './assertion-reader.ts';
import {
  confirmedFacts,
  rejectFailure,
  rejectWrongDestination,
  rejectWrongIssuer,
  rejectWeakContext,
} from './assertion-rules.ts';
import type { Directory, MappedIdentity } from '../../../shared/identity/identity-mapping.ts';
import { inspectMessage, SamlRejection, type MessageHead } from './message-inspection.ts';
import type { SamlServices } from './saml-services.ts';
import { attributesOf } from './signed-attributes.ts';
import { validatedProfile, readOnlyCache, type ExaminedResponse } from './signed-content.ts';

type Examination = z.output<typeof testSamlAssertion.reply>;

interface ExaminationInput extends ExaminedResponse {
  readonly services: SamlServices;
}

/** Results of the checks. `run` returns the value for later checks, or undefined for a failed check. */
class CheckResults {
  readonly #found = new Map<SamlCheck, SamlVerdict>();

  async run<Value>(check: SamlCheck, perform: () => Value | Promise<Value>): Promise<Value | undefined> {
    try {
      const value = await perform();
      this.#found.set(check, { check, verdict: 'passed', why: null });
      return value;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#found.set(check, { check, verdict: 'failed', why });
      return undefined;
    }
  }

  /** In display order. Checks that did not run are skipped. */
  all(): SamlVerdict[] {
    return SamlCheck.options.map(
      (check) => this.#found.get(check) ?? { check, verdict: 'skipped', why: null },
    );
  }
}

function displayedIdentity(
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

/** Checks the content of a correctly signed response, except the user. */
async function checkContent(
  results: CheckResults,
  examined: ExaminationInput,
  { head, profile }: { readonly head: MessageHead; readonly profile: Profile },
): Promise<void> {
  const { services, settings } = examined;
  const expected = expectationOf(settings, services.clock);
  const { issuer } = profile;
  await results.run('destination', () => rejectWrongDestination(head, expected.acsUrl));
  await results.run('issuer', () => {
    rejectWrongIssuer(head, issuer, settings.idpEntityId);
    if (issuer !== settings.idpEntityId) throw new SamlRejection('the assertion names no issuer');
  });
  for (const aspect of ['audience', 'time', 'request'] as const)
    await results.run(aspect, () => validatedProfile(examined, aspect));
  const facts = await results.run('confirmation', () => confirmedFacts(signedIn(profile), expected));
  if (facts === undefined) return;
  await results.run('context', () => rejectWeakContext(facts.contextClasses, settings.contextClasses));
  await results.run('replay', async () => {
    if (await services.messages.isConsumed(issuer, facts.id))
      throw new SamlRejection('the assertion was used before');
  });
}

async function userOf(
  { services, settings }: ExaminationInput,
  profile: Profile,
): Promise<Examination['identity']> {
  const directory = await services.identities.directory();
  const mapped = await resolveIdentity(settings, profile, { directory, extra: services.extra });
  if (!mapped.ok) throw new SamlRejection(mapped.faults.join('; '));
  return displayedIdentity(mapped.identity, directory);
}

/** Whether the sign-in itself accepts the response. The single checks above only explain its verdict. */
const isAccepted = ({ services, settings, response }: ExaminationInput): Promise<boolean> =>
  readAssertion(settings, response, { clock: services.clock, memory: readOnlyCache(services.messages) }).then(
    () => true,
    () => false,
  );

/**
 * Checks a response without signing in and returns each check with its verdict. A captured response has usually expired. Its content
 * is shown all the same as long as its signature is correct.
 */
export async function examine(
  services: SamlServices,
  settings: SamlSettings,
  given: string,
): Promise<Examination> {
  const pasted = given.trim();
  const response = pasted.startsWith('<') ? Buffer.from(pasted).toString('base64') : pasted;
  const now = services.clock.now();
  const examined = { services, settings, response, memory: services.messages, now };
  const results = new CheckResults();
  const head = await results.run('message', () =>
    inspectMessage(Buffer.from(response, 'base64').toString('utf8')),
  );
  if (head !== undefined) await results.run('status', () => rejectFailure(head));
  const profile = head && (await results.run('signature', () => validatedProfile(examined, 'signature')));
  if (head !== undefined && profile !== undefined) await checkContent(results, examined, { head, profile });
  const identity = profile && (await results.run('user', () => userOf(examined, profile)));
  const checks = results.all();
  const attributes = profile === undefined ? [] : [...attributesOf(profile)];
  return {
    accepted: checks.every(({ verdict }) => verdict === 'passed') && (await isAccepted(examined)),
    checks,
    faults: checks.flatMap(({ why }) => why ?? []),
    attributes: Object.fromEntries(attributes.map(([name, texts]) => [name, [...texts]])),
    identity: identity ?? null,
  };
}
