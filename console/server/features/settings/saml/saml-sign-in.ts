import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Profile } from '@node-saml/node-saml';
import { later } from '#platform/clock/later.ts';
import { publishAccessChange } from '../../../kernel/access/access-change.ts';
import type { Admitted } from '../../../kernel/session/admission.ts';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { identityOf, readAssertion } from './assertion-reader.ts';
import type { Asserted } from './assertion-reader.ts';
import { SamlRefusal } from './message-inspection.ts';
import type { SamlServices } from './saml-services.ts';

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** A transient name is another one at each sign-in: the username has to tell people apart then. */
const keyOf = ({ nameID, nameIDFormat }: Profile, username: string): string =>
  nameIDFormat === TRANSIENT ? `username:${username}` : nameID;

function endOf(settings: SamlSettings, { facts }: Asserted, now: Date): Date {
  const ours = later(now, settings.sessionMinutes * MINUTE_MS);
  const theirs = facts.sessionNotOnOrAfter;
  return theirs !== undefined && theirs < ours ? theirs : ours;
}

/** Takes the response of the identity provider and lets its user in. Throws SamlRefusal, or what the library throws. */
export async function signInBy(
  services: SamlServices,
  { settings, response }: { readonly settings: SamlSettings; readonly response: string },
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<Admitted> {
  const { memory, clock, identities, admission, access, bus, extra } = services;
  const asserted = await readAssertion(settings, response, { memory, clock });
  const { profile, facts } = asserted;
  if (!(await memory.take(profile.issuer, facts.id, facts.notOnOrAfter)))
    throw new SamlRefusal('the assertion was used before');
  const directory = await identities.directory();
  const mapped = await identityOf(settings, profile, { directory, extra });
  if (!mapped.ok) throw new SamlRefusal(mapped.faults.join('; '));
  const { identity } = mapped;
  const accountId = await identities.accountOf(
    { issuer: profile.issuer, key: keyOf(profile, identity.username) },
    identity,
  );
  access.forget(accountId);
  publishAccessChange(bus, { account: accountId });
  return admission.begin(request, reply, {
    accountId,
    endsBy: endOf(settings, asserted, clock.now()),
    origin: {
      issuer: profile.issuer,
      nameId: profile.nameID,
      nameIdFormat: profile.nameIDFormat,
      sessionIndex: profile.sessionIndex ?? null,
    },
  });
}
