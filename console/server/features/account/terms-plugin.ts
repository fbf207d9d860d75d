import type { FastifyInstance } from 'fastify';
import {
  listTermsAcceptances,
  listTermsVersions,
  publishTerms,
  readTerms,
  startingTerms,
} from '#schemas/account/terms.ts';
import { refuseParts } from '../../kernel/access/refuse-parts.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { AccountServices } from './account-services.ts';

/** Terms and conditions, for who publishes them. */
export function termsPlugin(app: FastifyInstance, { terms }: AccountServices): void {
  serve(app, readTerms, async () => {
    const inForce = await terms.inForce();
    if (inForce === undefined) return { version: null, publishedAt: null, accepted: 0, ...startingTerms };
    const { version, en, fr, publishedAt } = inForce;
    return { version, publishedAt: publishedAt.getTime(), accepted: await terms.acceptedBy(version), en, fr };
  });

  serve(app, listTermsVersions, async () => ({ versions: await terms.versions() }));

  serve(app, listTermsAcceptances, async ({ params, caller }) => ({
    acceptances: await terms.acceptancesOf(params.version, caller),
  }));

  serve(app, publishTerms, async ({ body, caller, audit }) => {
    refuseParts(caller);
    return { version: await terms.publish(body, caller.id, audit) };
  });
}
