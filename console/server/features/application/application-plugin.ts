import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { ApplicationImport } from '#schemas/application/import.ts';
import { customerApplications, providerApplications, updatePrecedence } from '#schemas/application/routes.ts';
import {
  markApplicationCustom,
  overrideApplication,
  restoreApplication,
} from '#schemas/application/override-routes.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { serve } from '../../kernel/route/serve.ts';
import { untilClosed } from '../../kernel/route/until-closed.ts';
import { publishResourceChange } from '../../shared/resource/resource-change.ts';
import type { ApplicationRepository } from './application-repository.ts';
import type { OverrideRepository } from './override-repository.ts';

export interface ApplicationNeeds {
  readonly applications: ApplicationRepository;
  readonly overrides: OverrideRepository;
  readonly bus: Pick<Bus, 'publish'>;
}

/** Collectors match with the new definitions from the next datagram on, open screens reload. */
const announcing =
  ({ bus }: ApplicationNeeds) =>
  <Result>(result: Result): Result => {
    bus.publish(subjects.config('application'), '{}');
    publishResourceChange(bus, 'application');
    return result;
  };

function serveCustomers(app: FastifyInstance, needs: ApplicationNeeds): void {
  const { applications } = needs;
  const announced = announcing(needs);
  const routes = customerApplications;
  serve(app, routes.list, ({ params, caller }) => applications.list(caller, params.customerId));
  serve(app, routes.documents, ({ params, caller }) =>
    applications.documentsOf(params.application, params.customerId, caller),
  );
  serve(app, routes.create, async ({ params, body, caller, audit }) =>
    announced(await applications.create(body, { caller, audit, customer: params.customerId })),
  );
  serve(app, routes.update, async ({ params, body, caller, audit }) => {
    const draft = { ...body.application, version: body.version };
    const actor = { caller, audit, customer: params.customerId };
    return announced(await applications.update(params.application, draft, actor));
  });
  serve(app, routes.delete, async ({ params, query, caller, audit }) => {
    const actor = { caller, audit, customer: params.customerId };
    await applications.delete(params.application, query.version, actor);
    return announced({});
  });
  serve(app, routes.reorder, async ({ params, body, caller, audit }) =>
    announced(await applications.reorder(body, { caller, audit, customer: params.customerId })),
  );
}

function serveOverrides(app: FastifyInstance, needs: ApplicationNeeds): void {
  const { overrides } = needs;
  const announced = announcing(needs);
  serve(app, overrideApplication, async ({ params, body, caller, audit }) => {
    const draft = { ...body.override, version: body.version };
    const actor = { caller, audit, customer: params.customerId };
    return announced(await overrides.override(params.application, draft, actor));
  });
  serve(app, restoreApplication, async ({ params, query, caller, audit }) => {
    const actor = { caller, audit, customer: params.customerId };
    return announced(await overrides.restore(params.application, query.version, actor));
  });
  serve(app, markApplicationCustom, async ({ params, body, caller, audit }) => {
    const actor = { caller, audit, customer: params.customerId };
    return announced(await overrides.markCustom(params.application, body, actor));
  });
}

function serveProvider(app: FastifyInstance, needs: ApplicationNeeds): void {
  const { applications } = needs;
  const announced = announcing(needs);
  const routes = providerApplications;
  const customer = null;
  serve(app, routes.list, ({ caller }) => applications.list(caller, customer));
  serve(app, routes.documents, ({ params, caller }) =>
    applications.documentsOf(params.application, customer, caller),
  );
  serve(app, routes.create, async ({ body, caller, audit }) =>
    announced(await applications.create(body, { caller, audit, customer })),
  );
  serve(app, routes.update, async ({ params, body, caller, audit }) => {
    const draft = { ...body.application, version: body.version };
    return announced(await applications.update(params.application, draft, { caller, audit, customer }));
  });
  serve(app, routes.delete, async ({ params, query, caller, audit }) => {
    await applications.delete(params.application, query.version, { caller, audit, customer });
    return announced({});
  });
  serve(app, routes.reorder, async ({ body, caller, audit }) =>
    announced(await applications.reorder(body, { caller, audit, customer })),
  );
  serve(app, updatePrecedence, async ({ body, ...actor }) => {
    await applications.updatePrecedence(body, actor);
    return announced({});
  });
}

function serveImports(app: FastifyInstance, needs: ApplicationNeeds): void {
  const { applications } = needs;
  const announced = announcing(needs);
  const finished = (outcome: ApplicationImport, unchanged: () => void): ApplicationImport => {
    if (!outcome.applied) return outcome;
    if (outcome.applications.every(({ change }) => change === 'unchanged')) unchanged();
    return announced(outcome);
  };
  serve(app, customerApplications.import, async ({ params, body, caller, audit, unchanged, reply }) => {
    const actor = { caller, audit, customer: params.customerId };
    return finished(await applications.import(body, actor, untilClosed(reply)), unchanged);
  });
  serve(app, providerApplications.import, async ({ body, caller, audit, unchanged, reply }) =>
    finished(
      await applications.import(body, { caller, audit, customer: null }, untilClosed(reply)),
      unchanged,
    ),
  );
}

/** Custom applications, which flows match before any other application. */
export function applicationPlugin(app: FastifyInstance, needs: ApplicationNeeds): void {
  serveCustomers(app, needs);
  serveOverrides(app, needs);
  serveProvider(app, needs);
  serveImports(app, needs);
}
