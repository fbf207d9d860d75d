import type { FastifyInstance } from 'fastify';
import {
  assignCustomerHome,
  assignHome,
  chooseHome,
  listHomeAssignments,
  readCurrentHome,
} from '#schemas/dashboard/home-routes.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { HomeRepository } from './home-repository.ts';

/** Which home page a user lands on. */
export function homePlugin(app: FastifyInstance, homes: HomeRepository): void {
  serve(app, readCurrentHome, ({ params, caller }) => homes.current(params.customerId, caller));
  serve(app, chooseHome, async ({ params, body, ...actor }) => {
    await homes.chooseOwn(params.customerId, body.home, actor);
    return {};
  });
  serve(app, assignCustomerHome, async ({ params, body, ...actor }) => {
    await homes.assignToCustomer(params.customerId, body.home, actor);
    return {};
  });
  serve(app, listHomeAssignments, async () => ({ assignments: await homes.assignments() }));
  serve(app, assignHome, async ({ body, ...actor }) => {
    await homes.assign(body.to, body.home, actor);
    return {};
  });
}
