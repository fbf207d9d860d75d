import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import { subjects } from '#schemas/bus/subject.ts';
import {
  createProviderSilence,
  createSilence,
  expireProviderSilence,
  expireSilence,
  listProviderSilences,
  listSilences,
  readSilence,
  updateProviderSilence,
  updateSilence,
} from '#schemas/silence/routes.ts';
import { previewSilence, readSilencedElement } from '#schemas/silence/preview-routes.ts';
import { listSilencePeriods } from '#schemas/silence/period-routes.ts';
import { serve } from '../../kernel/route/serve.ts';
import { previewMatch, readPlaces, type SilencePreviewNeeds } from './silence-preview.ts';
import type { SilencePeriodReader } from './silence-periods.ts';
import type { SilenceRepository } from './silence-repository.ts';

export interface SilenceNeeds extends SilencePreviewNeeds {
  readonly silences: SilenceRepository;
  readonly silencePeriods: SilencePeriodReader;
  readonly bus: Pick<Bus, 'publish'>;
}

/** Engines reload the silences. */
const announcing =
  ({ bus }: SilenceNeeds) =>
  <Result>(result: Result): Result => {
    bus.publish(subjects.config('silence'), '{}');
    return result;
  };

function serveCustomers(app: FastifyInstance, needs: SilenceNeeds): void {
  const { silences, silencePeriods } = needs;
  const announced = announcing(needs);
  serve(app, listSilences, ({ caller, params, query }) =>
    silences.list({ caller, customer: params.customerId }, query.over),
  );
  serve(app, readSilence, ({ caller, params }) =>
    silences.read(params.silence, { caller, customer: params.customerId }),
  );
  serve(app, listSilencePeriods, async ({ caller, params, query }) => ({
    periods: await silencePeriods.list({ caller, customer: params.customerId }, query),
  }));
  serve(app, previewSilence, ({ caller, params, body: { match } }) =>
    previewMatch(needs, { caller, customer: params.customerId, match }),
  );
  serve(app, readSilencedElement, ({ caller, params: { customerId: customer, element } }) =>
    readPlaces(needs, { caller, customer, element }),
  );
  serve(app, createSilence, async ({ caller, audit, params, body }) =>
    announced(await silences.create(body, { caller, audit, customer: params.customerId })),
  );
  serve(app, updateSilence, async ({ caller, audit, params, body }) => {
    const actor = { caller, audit, customer: params.customerId };
    return announced(await silences.update(params.silence, body, actor));
  });
  serve(app, expireSilence, async ({ caller, audit, params }) => {
    const actor = { caller, audit, customer: params.customerId };
    return announced(await silences.expire(params.silence, actor));
  });
}

function serveProvider(app: FastifyInstance, needs: SilenceNeeds): void {
  const { silences } = needs;
  const announced = announcing(needs);
  const customer = null;
  serve(app, listProviderSilences, ({ caller, query }) => silences.list({ caller, customer }, query.over));
  serve(app, createProviderSilence, async ({ caller, audit, body }) =>
    announced(await silences.create(body, { caller, audit, customer })),
  );
  serve(app, updateProviderSilence, async ({ caller, audit, params, body }) =>
    announced(await silences.update(params.silence, body, { caller, audit, customer })),
  );
  serve(app, expireProviderSilence, async ({ caller, audit, params }) =>
    announced(await silences.expire(params.silence, { caller, audit, customer })),
  );
}

/** Silences of a customer, and those of the provider for all customers. */
export function silencePlugin(app: FastifyInstance, needs: SilenceNeeds): void {
  serveCustomers(app, needs);
  serveProvider(app, needs);
}
