import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Profile } from '@node-saml/node-saml';
import { addMs } from '#platform/clock/time.ts';
import { publishAccessChange } from '../../../kernel/access/access-change.ts';
import type { SignInResult } from '../../../kernel/session/sign-in-flow.ts';
import { isStep } from '#schemas/account/sign-in-step.ts';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { resolveIdentity, readAssertion, type Assertion } from './assertion-reader.ts';
import { checked, FailedCheck } from './failed-check.ts';
import { SamlRejection } from './message-inspection.ts';
import type { SamlServices } from './saml-services.ts';
import { auditLockedAccount } from '../../../shared/identity/audit-rejection.ts';

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** A transient name ID changes at each sign-in, so the username identifies the user. */
const keyOf = ({ nameID, nameIDFormat }: Profile, username: string): string =>
  nameIDFormat === TRANSIENT ? `username:${username}` : nameID.trim();

function endOf(settings: SamlSettings, { facts }: Assertion, now: Date): Date {
  const ours = addMs(now, settings.sessionMinutes * MINUTE_MS);
  const theirs = facts.sessionNotOnOrAfter;
  return theirs !== undefined && theirs < ours ? theirs : ours;
}

interface ReceivedResponse {
  readonly settings: SamlSettings;
  readonly response: string;
  /** Undefined: the browser has no cookie of a request. */
  readonly browserHash: string | undefined;
}

/** Signs in with a response of the identity provider. Throws FailedCheck. */
export async function signInWithResponse(
  services: SamlServices,
  { settings, response, browserHash }: ReceivedResponse,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<SignInResult> {
  const { messages, clock, identities, signInFlow, access, bus, extra } = services;
  if (settings.workflow === 'SP' && browserHash === undefined)
    throw new FailedCheck({ check: 'request' }, new SamlRejection('this browser sent no request'));
  const memory = browserHash === undefined ? messages : messages.ofBrowser(browserHash);
  const asserted = await readAssertion(settings, response, { memory, clock });
  const { profile, facts } = asserted;
  const { issuer: provider, nameID: name } = profile;
  if (!(await messages.consume(provider, facts.id, facts.notOnOrAfter)))
    throw new FailedCheck({ check: 'replay', name }, new SamlRejection('the assertion was used before'));
  const { accountId, username } = await checked({ check: 'user', name }, async () => {
    const directory = await identities.directory();
    const mapped = await resolveIdentity(settings, profile, { directory, extra });
    if (!mapped.ok) throw new SamlRejection(mapped.faults.join('; '));
    const { identity } = mapped;
    const id = { issuer: provider, key: keyOf(profile, identity.username), linksPrepared: true };
    const audit = request.server.auditTrail.byProvider(request, provider);
    return { accountId: await identities.provisionAccount(id, identity, audit), username: identity.username };
  });
  access.forget(accountId);
  publishAccessChange(bus, { account: accountId });
  const admitted = await signInFlow.start(request, reply, {
    accountId,
    secondFactorProved: facts.secondFactor,
    endsBy: endOf(settings, asserted, clock.now()),
    origin: {
      issuer: profile.issuer,
      nameId: profile.nameID.trim(),
      nameIdFormat: profile.nameIDFormat,
      sessionIndex: profile.sessionIndex ?? null,
      idToken: null,
    },
  });
  if (!admitted.ok && !isStep(admitted.code))
    await auditLockedAccount(request, admitted.code, { id: accountId, username, provider });
  return admitted;
}
