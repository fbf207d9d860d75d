import type { FastifyInstance } from 'fastify';
import {
  listTermsAcceptances,
  listTermsVersions,
  publishTerms,
  readTerms,
  startingTerms,
} from '#schemas/account/terms.ts';
import { serve } from '../../../kernel/route/serve.ts';
import type { AccountServices } from '../account-services.ts';

/** Administration of the terms and conditions. */
export function termsPlugin(app: FastifyInstance, { terms }: AccountServices): void {
  serve(app, readTerms, async ({ caller }) => {
    const current = await terms.readCurrent();
    if (current === undefined) return { version: null, publishedAt: null, accepted: 0, ...startingTerms };
    const { version, en, fr, publishedAt } = current;
    return {
      version,
      publishedAt: publishedAt.getTime(),
      accepted: await terms.countAcceptances(version, caller),
      en,
      fr,
    };
  });

  serve(app, listTermsVersions, async ({ caller }) => ({ versions: await terms.listVersions(caller) }));

  serve(app, listTermsAcceptances, async ({ params, caller }) => ({
    acceptances: await terms.listAcceptances(params.version, caller),
  }));

  serve(app, publishTerms, async ({ body, ...actor }) => ({ version: await terms.publish(body, actor) }));
}
