import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { localPath } from '#schemas/account/local-path.ts';
import { isStep } from '#schemas/account/sign-in-step.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { SAML_ACS_PATH, SAML_LOGIN_PATH, SAML_LOGOUT_PATH } from '#schemas/settings/saml/saml.ts';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';
import { eventLog } from '../../../kernel/http/event-log.ts';
import { MAX_MESSAGE_BYTES } from './assertion-reader.ts';
import { problemCodeOf } from './failed-check.ts';
import { SamlRejection } from './message-inspection.ts';
import { POST_FORM_POLICY, postBindingForm } from './post-form.ts';
import { samlClient } from './saml-client.ts';
import { handleLogout } from './saml-logout.ts';
import { signInWithResponse } from './saml-sign-in.ts';
import type { SamlServices } from './saml-services.ts';
import { readSingleValues } from './single-values.ts';
import { auditRejectedMessage } from './audit-rejection.ts';

const SEE_OTHER = 303;
const outsideContracts = 'saml' as const;
const LoginQuery = z.object({
  next: z.string().optional().catch(undefined),
  language: z.enum(['en', 'fr']).catch('en'),
});

const queryOf = ({ url }: FastifyRequest): string => url.slice(url.indexOf('?') + 1 || url.length);

/** The sign-in page shows the problem of the catalogue. The details are in the log. */
const signInPage = (code: ProblemCode | undefined, next: string): string => {
  const query = new URLSearchParams();
  if (code !== undefined && !isStep(code)) query.set('problem', code);
  if (next !== '/') query.set('next', next);
  return query.size === 0 ? '/sign-in' : `/sign-in?${query.toString()}`;
};

async function redirectToProvider(
  services: SamlServices,
  settings: SamlSettings,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const { next, language } = LoginQuery.parse(request.query);
  const relayState = localPath(next);
  void reply.header('cache-control', 'no-store');
  // The provider starts the sign-in itself and has its own way to return to a page.
  if (settings.workflow === 'IDP') return reply.redirect(settings.idpSsoUrl, SEE_OTHER);
  const client = samlClient(settings, { memory: services.messages });
  if (settings.binding === 'REDIRECT')
    return reply.redirect(await client.getAuthorizeUrlAsync(relayState, undefined, {}), SEE_OTHER);
  const fields = (await client.getAuthorizeMessageAsync(relayState)) as Record<string, string>;
  return reply
    .header('content-security-policy', POST_FORM_POLICY)
    .type('text/html')
    .send(postBindingForm({ action: settings.idpSsoUrl, fields, name: settings.name, language }));
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
    await auditRejectedMessage(request, error);
    return reply.redirect(signInPage(problemCodeOf(error), '/'), SEE_OTHER);
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
    redirectOnError(services, { request, reply }, async (settings) => {
      const { SAMLResponse = '', RelayState } = readSingleValues(String(request.body));
      const admitted = await signInWithResponse(
        services,
        { settings, response: SAMLResponse },
        { request, reply },
      );
      const next = localPath(RelayState);
      const address = request.ip;
      if (admitted.ok) eventLog(request).info({ address }, 'signed in by identity provider');
      else eventLog(request).info({ address, code: admitted.code }, 'sign-in incomplete');
      // 303: the browser continues with GET, which sends the new session cookie (RFC 9110, 15.4.4).
      return reply.redirect(admitted.ok ? next : signInPage(admitted.code, next), SEE_OTHER);
    }),
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
    const { publicCertificate: certificate } = settings;
    const xml = samlClient(settings, { memory: services.messages }).generateServiceProviderMetadata(
      null,
      certificate,
    );
    return reply.type('application/samlmetadata+xml').send(xml);
  });
}
