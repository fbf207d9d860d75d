import { inflateRawSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Profile } from '@node-saml/node-saml';
import { addMs } from '#platform/clock/time.ts';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import type { SessionState } from '../../../kernel/session/session-store.ts';
import { endProviderSessions } from '../../../shared/identity/end-provider-sessions.ts';
import { MAX_MESSAGE_BYTES } from './assertion-reader.ts';
import { inspectMessage, SamlRejection } from './message-inspection.ts';
import { logoutClient, logoutUrlOf } from './saml-client.ts';
import type { SamlServices } from './saml-services.ts';
import { rejectUnsignedRedirect, readSingleValues, type BindingParameters } from './single-values.ts';

/** A received logout message. */
export interface LogoutMessage {
  readonly binding: 'REDIRECT' | 'POST';
  /** The raw query or form. */
  readonly text: string;
}

function xmlOf({ SAMLRequest, SAMLResponse }: BindingParameters, binding: LogoutMessage['binding']): string {
  const bytes = Buffer.from(SAMLRequest ?? SAMLResponse ?? '', 'base64');
  if (binding === 'POST') return bytes.toString('utf8');
  return inflateRawSync(bytes, { maxOutputLength: MAX_MESSAGE_BYTES }).toString('utf8');
}

/** Checks recipient and age, which the library does not check. Returns the message id. */
function rejectForeignLogout(settings: SamlSettings, xml: string, now: Date): string {
  const { kind, destination, id, issueInstant } = inspectMessage(xml);
  if (kind !== 'LogoutRequest' && kind !== 'LogoutResponse')
    throw new SamlRejection(`a ${kind} at the address for logout`);
  if (destination !== null && destination !== logoutUrlOf(settings))
    throw new SamlRejection(`the logout message is meant for ${destination}`);
  const issued = z.coerce.date().safeParse(issueInstant);
  const ageMs = issued.success ? now.getTime() - issued.data.getTime() : Number.POSITIVE_INFINITY;
  const skewMs = settings.skewSeconds * SECOND_MS;
  if (ageMs <= -skewMs || ageMs >= settings.validitySeconds * SECOND_MS + skewMs)
    throw new SamlRejection('the logout message is too old');
  return id;
}

async function validated(services: SamlServices, settings: SamlSettings, { binding, text }: LogoutMessage) {
  const values = readSingleValues(text);
  if (binding === 'REDIRECT') rejectUnsignedRedirect(values);
  const id = rejectForeignLogout(settings, xmlOf(values, binding), services.clock.now());
  const client = logoutClient(settings, { memory: services.messages, now: services.clock.now() });
  const message = values as Record<string, string>;
  if (binding === 'REDIRECT')
    return { id, values, client, result: await client.validateRedirectAsync(message, text) };
  const result =
    values.SAMLRequest === undefined
      ? await client.validatePostResponseAsync(message)
      : await client.validatePostRequestAsync(message);
  return { id, values, client, result };
}

/**
 * Handles a logout message and returns the next address of the browser: the identity provider with the response to its request, or
 * the sign-in page after its response. Throws for an invalid message, before any change.
 */
export async function handleLogout(
  services: SamlServices,
  {
    settings,
    message,
    request,
  }: {
    readonly settings: SamlSettings;
    readonly message: LogoutMessage;
    readonly request: FastifyRequest;
  },
): Promise<string> {
  const { id, values, client, result } = await validated(services, settings, message);
  if (values.SAMLRequest === undefined || result.profile === null) return '/sign-in';
  const { profile } = result;
  const until = addMs(
    services.clock.now(),
    (settings.validitySeconds + 2 * settings.skewSeconds) * SECOND_MS,
  );
  if (!(await services.messages.consume(profile.issuer, id, until)))
    throw new SamlRejection('the logout request was used before');
  const { issuer, nameID, sessionIndex } = profile;
  const named = { issuer, nameId: nameID.trim(), sessionIndex };
  const ended = await endProviderSessions(request, services.db, named);
  services.log.info({ sessions: ended }, 'signed out by identity provider');
  if (settings.idpLogoutUrl === null) return '/sign-in';
  return client.getLogoutResponseUrlAsync(profile, values.RelayState ?? '', {}, true);
}

/** Address that ends the session at the identity provider too. Undefined for a session of another sign-in method. */
export async function logoutUrlFor(
  services: SamlServices,
  { tokenHash }: SessionState,
): Promise<string | undefined> {
  const settings = await services.settings.read();
  if (settings === undefined || !settings.enabled || settings.idpLogoutUrl === null) return undefined;
  const origin = await services.db
    .selectFrom('session_origin')
    .select(['issuer', 'name_id', 'name_id_format', 'session_index'])
    .where('session_hash', '=', tokenHash)
    .where('issuer', '=', settings.idpEntityId)
    .executeTakeFirst();
  if (origin === undefined) return undefined;
  const profile: Profile = {
    issuer: origin.issuer,
    nameID: origin.name_id,
    nameIDFormat: origin.name_id_format,
    ...(origin.session_index === null ? {} : { sessionIndex: origin.session_index }),
  };
  return logoutClient(settings, { memory: services.messages, now: services.clock.now() }).getLogoutUrlAsync(
    profile,
    '',
    {},
  );
}
