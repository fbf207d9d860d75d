import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { localPath } from '#schemas/account/local-path.ts';
import {
  SAML_ACS_PATH,
  SAML_LOGIN_PATH,
  SAML_LOGOUT_PATH,
  type SamlSettings,
} from '#schemas/settings/saml/saml.ts';
import { eventLog } from '../../../kernel/http/event-log.ts';
import { requestLanguage } from '../../../kernel/http/request-language.ts';
import { MAX_MESSAGE_BYTES } from './assertion-reader.ts';
import { auditRejectedMessage } from '../../../shared/identity/audit-rejection.ts';
import { encodedPath, SEE_OTHER, signInPage } from '../../../shared/identity/sign-in-page.ts';
import { rejectedMessageOf } from './failed-check.ts';
import { SamlRejection } from './message-inspection.ts';
import { sendPostingPage } from './posting-page.ts';
import { consoleMetadata } from './provider-metadata.ts';
import { browserHashOf, markBrowser } from '../../../shared/identity/requesting-browser.ts';
import { consoleUrlOf, samlClient } from './saml-client.ts';
import { handleLogout } from './saml-logout.ts';
import { signInWithResponse } from './saml-sign-in.ts';
import type { SamlServices } from './saml-services.ts';
import { readSingleValues } from './single-values.ts';

const outsideContracts = 'saml' as const;
const LoginQuery = z.object({
  next: z.string().optional().catch(undefined),
  language: z.enum(['en', 'fr']).catch('en'),
  via: z.string().optional().catch(undefined),
});
/** Value of `via` after the redirect to the base URL. */
const VIA_BASE_URL = 'base-url';
/** Query of a response that a page of the console posts. */
const POSTED_AGAIN = 'again';

const queryOf = ({ url }: FastifyRequest): string => url.slice(url.indexOf('?') + 1 || url.length);

/** The cookie of the browser belongs to the address that receives the response. */
function isAtBaseUrl({ baseUrl }: SamlSettings, { host }: FastifyRequest, via: string | undefined): boolean {
  return via === VIA_BASE_URL || new URL(baseUrl).host === host;
}

async function redirectToProvider(
  services: SamlServices,
  settings: SamlSettings,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const { next, language, via } = LoginQuery.parse(request.query);
  const relayState = localPath(next);
  void reply.header('cache-control', 'no-store');
  // The provider starts the sign-in itself and has its own way to return to a page.
  if (settings.workflow === 'IDP') return reply.redirect(settings.idpSsoUrl, SEE_OTHER);
  if (!isAtBaseUrl(settings, request, via)) {
    // Once: behind a proxy the name that this server sees may differ from the public one.
    const query = new URLSearchParams({ next: relayState, language, via: VIA_BASE_URL });
    return reply.redirect(`${consoleUrlOf(settings, SAML_LOGIN_PATH)}?${query.toString()}`, SEE_OTHER);
  }
  const memory = services.messages.ofBrowser(markBrowser(request, reply, services));
  const client = samlClient(settings, { memory, now: services.clock.now() });
  if (settings.binding === 'REDIRECT')
    return reply.redirect(await client.getAuthorizeUrlAsync(relayState, undefined, {}), SEE_OTHER);
  const fields = (await client.getAuthorizeMessageAsync(relayState)) as Record<string, string>;
  return sendPostingPage(reply, { action: settings.idpSsoUrl, fields, name: settings.name, language });
}

/**
 * The response of the provider. Its post comes from another site, so that the browser sends no cookie along: the page returned here
 * posts the response once more, from this site.
 */
async function receiveResponse(
  services: SamlServices,
  settings: SamlSettings,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const { SAMLResponse = '', RelayState = '' } = readSingleValues(String(request.body));
  const browserHash = browserHashOf(request, services);
  if (settings.workflow === 'SP' && browserHash === undefined && queryOf(request) !== POSTED_AGAIN) {
    const language = requestLanguage(request);
    const fields = { SAMLResponse, RelayState };
    return sendPostingPage(reply, { action: `?${POSTED_AGAIN}`, fields, name: 'Telltale', language });
  }
  const admitted = await signInWithResponse(
    services,
    { settings, response: SAMLResponse, browserHash },
    { request, reply },
  );
  const next = localPath(RelayState);
  const address = request.ip;
  if (admitted.ok) eventLog(request).info({ address }, 'signed in by identity provider');
  else eventLog(request).info({ address, code: admitted.code }, 'sign-in incomplete');
  const page = admitted.ok ? encodedPath(next) : signInPage(admitted.code, next);
  return reply.redirect(`${request.server.basePath}${page}`, SEE_OTHER);
}

/** Calls `handle` with the settings. Errors redirect to the sign-in page, and their reason is logged. */
async function redirectOnError(
  { settings: store }: SamlServices,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  handle: (settings: SamlSettings) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    const settings = await store.read();
    if (settings?.enabled === true) return await handle(settings);
    throw new SamlRejection('no identity provider is set up');
  } catch (error) {
    eventLog(request).warn({ err: error, address: request.ip }, 'saml message rejected');
    const rejected = rejectedMessageOf(error);
    await auditRejectedMessage(request, rejected);
    const page = signInPage(rejected.code, '/');
    return reply.redirect(`${request.server.basePath}${page}`, SEE_OTHER);
  }
}

/**
 * Routes of the SAML bindings. They have no contract, because they use form posts and redirects instead of JSON. They need no CSRF
 * token, which a page of another site cannot have: each message carries its own proof.
 */
export function samlPlugin(app: FastifyInstance, services: SamlServices): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 2 * MAX_MESSAGE_BYTES },
    (_request, body, done) => {
      done(null, body);
    },
  );
  const options = { config: { outsideContracts } };

  app.get(SAML_LOGIN_PATH, options, (request, reply) =>
    redirectOnError(services, { request, reply }, (settings) =>
      redirectToProvider(services, settings, { request, reply }),
    ),
  );

  app.post(SAML_ACS_PATH, { ...options, bodyLimit: 2 * MAX_MESSAGE_BYTES }, (request, reply) =>
    redirectOnError(services, { request, reply }, (settings) =>
      receiveResponse(services, settings, { request, reply }),
    ),
  );

  app.get(SAML_LOGOUT_PATH, options, (request, reply) =>
    redirectOnError(services, { request, reply }, async (settings) => {
      const message = { binding: 'REDIRECT', text: queryOf(request) } as const;
      return reply.redirect(await handleLogout(services, { settings, message, request }), SEE_OTHER);
    }),
  );

  app.post(SAML_LOGOUT_PATH, options, (request, reply) =>
    redirectOnError(services, { request, reply }, async (settings) => {
      const message = { binding: 'POST', text: String(request.body) } as const;
      return reply.redirect(await handleLogout(services, { settings, message, request }), SEE_OTHER);
    }),
  );

  app.get('/api/v1/saml/metadata', options, async (_request, reply) => {
    const settings = await services.settings.read();
    if (settings === undefined)
      return reply.code(404).type('text/plain').send('no identity provider is set up\n');
    const xml = consoleMetadata(settings, { memory: services.messages, now: services.clock.now() });
    return reply.type('application/samlmetadata+xml').send(xml);
  });
}
