import type { FastifyInstance } from 'fastify';
import { PRECEDENCE_SETTING } from '#platform/application/load.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import * as routes from '#schemas/application/routes.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { serve } from '../../kernel/route/serve.ts';
import { changeSetting } from '../../kernel/setting/change-setting.ts';
import { announceResource } from '../../shared/resource/announce-resource.ts';
import type { ApplicationActor } from './application-change.ts';
import type { ApplicationRepository } from './application-repository.ts';
import { readPrecedence } from './read-applications.ts';

export interface ApplicationNeeds {
  readonly applications: ApplicationRepository;
  readonly db: Db;
  readonly bus: Pick<Bus, 'publish'>;
}

/** Collectors recognise anew with the next datagram, open screens read again. */
const announcing =
  ({ bus }: ApplicationNeeds) =>
  <Result>(result: Result): Result => {
    bus.publish(subjects.config('application'), '{}');
    announceResource(bus, 'application');
    return result;
  };

function serveCustomers(app: FastifyInstance, needs: ApplicationNeeds): void {
  const { applications } = needs;
  const announced = announcing(needs);
  serve(app, routes.customerApplications.list, ({ params, caller }) =>
    applications.list(caller, params.customerId),
  );
  serve(app, routes.customerApplications.add, async ({ params, body, caller, audit }) =>
    announced(await applications.add(body, { caller, audit, customer: params.customerId })),
  );
  serve(app, routes.customerApplications.change, async ({ params, body, caller, audit }) => {
    const draft = { ...body.application, version: body.version };
    const actor = { caller, audit, customer: params.customerId };
    return announced(await applications.change(params.application, draft, actor));
  });
  serve(app, routes.customerApplications.remove, async ({ params, query, caller, audit }) => {
    const actor = { caller, audit, customer: params.customerId };
    await applications.remove(params.application, query.version, actor);
    return announced({});
  });
  serve(app, routes.customerApplications.order, async ({ params, body, caller, audit }) =>
    announced(await applications.order(body.order, { caller, audit, customer: params.customerId })),
  );
}

function serveImports(app: FastifyInstance, needs: ApplicationNeeds): void {
  const { applications, db } = needs;
  const announced = announcing(needs);
  const taken = async (
    file: { csv: string; dryRun: boolean },
    { unchanged, ...actor }: ApplicationActor & { readonly unchanged: () => void },
  ) => {
    const answer = await applications.import(file, actor);
    if (answer.applied && answer.applications.every(({ change }) => change === 'unchanged')) unchanged();
    if (answer.applied) return announced(answer);
    const customer = actor.customer === null ? {} : { customer: actor.customer };
    await actor.audit(db, { action: 'application.look', subject: 'application', ...customer });
    return answer;
  };
  serve(app, routes.customerApplications.import, ({ params, body, caller, audit, unchanged }) =>
    taken(body, { caller, audit, unchanged, customer: params.customerId }),
  );
  serve(app, routes.providerApplications.import, ({ body, caller, audit, unchanged }) =>
    taken(body, { caller, audit, unchanged, customer: null }),
  );
}

function serveProvider(app: FastifyInstance, needs: ApplicationNeeds): void {
  const { applications, db } = needs;
  const announced = announcing(needs);
  const customer = null;
  serve(app, routes.providerApplications.list, ({ caller }) => applications.list(caller, customer));
  serve(app, routes.providerApplications.add, async ({ body, caller, audit }) =>
    announced(await applications.add(body, { caller, audit, customer })),
  );
  serve(app, routes.providerApplications.change, async ({ params, body, caller, audit }) => {
    const draft = { ...body.application, version: body.version };
    return announced(await applications.change(params.application, draft, { caller, audit, customer }));
  });
  serve(app, routes.providerApplications.remove, async ({ params, query, caller, audit }) => {
    await applications.remove(params.application, query.version, { caller, audit, customer });
    return announced({});
  });
  serve(app, routes.providerApplications.order, async ({ body, caller, audit }) =>
    announced(await applications.order(body.order, { caller, audit, customer })),
  );
  serve(app, routes.swapPrecedence, async ({ body, audit }) => {
    await db.transaction().execute(async (tx) => {
      const before = { precedence: await readPrecedence(tx) };
      const change = { name: PRECEDENCE_SETTING, value: body.precedence, before, after: body };
      await changeSetting(tx, audit, change);
    });
    return announced({});
  });
}

/** Custom applications: what flows are recognised by before anything else. */
export function applicationPlugin(app: FastifyInstance, needs: ApplicationNeeds): void {
  serveCustomers(app, needs);
  serveProvider(app, needs);
  serveImports(app, needs);
}
