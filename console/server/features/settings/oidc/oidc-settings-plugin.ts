import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OidcDraft } from '#schemas/settings/oidc/oidc.ts';
import {
  createOidcProvider,
  deleteOidcProvider,
  listOidcProviders,
  testOidcProvider,
  updateOidcProvider,
} from '#schemas/settings/oidc/routes.ts';
import { comparableIssuer, oidcFaultFound, oidcFaults } from '#schemas/settings/oidc/rules.ts';
import { UNCHANGED_SECRET } from '#schemas/settings/saml/saml.ts';
import type { Caller } from '../../../kernel/access/caller.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { rejectInvalid } from '../../../shared/repository/reject-faults.ts';
import { endProviderSessions } from '../../../shared/identity/end-provider-sessions.ts';
import { roleFaults } from '../../../shared/identity/role-faults.ts';
import { accountIssuerOf } from './account-issuer.ts';
import { testConnection } from './connection-test.ts';
import type { OidcProvider } from './oidc-provider-repository.ts';
import type { OidcServices } from './oidc-services.ts';

/**
 * The provider with its stored secret in place of the mask. Throws VALIDATION when it would be sent to another issuer, or to another client of
 * it, than the stored one.
 */
function withStoredSecret(draft: OidcDraft, stored: OidcProvider | undefined): OidcDraft {
  if (draft.clientSecret !== UNCHANGED_SECRET) return draft;
  const isSame =
    stored !== undefined &&
    stored.clientId === draft.clientId &&
    comparableIssuer(stored.issuer) === comparableIssuer(draft.issuer);
  if (!isSame) rejectInvalid([oidcFaultFound.secretOfOther]);
  return { ...draft, clientSecret: stored?.clientSecret ?? null };
}

/** Administration of OpenID Connect providers. */
export function oidcSettingsPlugin(app: FastifyInstance, services: OidcServices): void {
  const { providers, publicUrl, reach, db } = services;
  const rejectFaulty = async (draft: OidcDraft, caller: Caller): Promise<void> => {
    rejectInvalid([...oidcFaults(draft), ...(await roleFaults(services, draft, caller))]);
  };
  const endSessions = (request: FastifyRequest, provider: OidcProvider) =>
    endProviderSessions(request, db, { issuer: accountIssuerOf(provider) });

  serve(app, listOidcProviders, async () => ({ providers: await providers.list(), publicUrl }));

  serve(app, createOidcProvider, async ({ body, ...actor }) => {
    await rejectFaulty(body, actor.caller);
    return providers.create(withStoredSecret(body, undefined), actor);
  });

  serve(app, updateOidcProvider, async ({ params, body: { version, ...draft }, request, ...actor }) => {
    await rejectFaulty(draft, actor.caller);
    const complete = (stored: OidcProvider) => withStoredSecret(draft, stored);
    const { before, after } = await providers.update(params.id, { version, complete }, actor);
    const isOther = accountIssuerOf(before) !== accountIssuerOf(after);
    if (before.enabled && (!after.enabled || isOther)) await endSessions(request, before);
    return { id: after.id, version: after.version };
  });

  serve(app, deleteOidcProvider, async ({ params, request, ...actor }) => {
    await endSessions(request, await providers.delete(params.id, actor));
    return {};
  });

  serve(app, testOidcProvider, async ({ body: { provider, id } }) => {
    const stored = id === undefined ? undefined : await providers.find(id);
    const draft = withStoredSecret(provider, stored);
    return { checks: await testConnection({ draft, reach, publicUrl }) };
  });
}
