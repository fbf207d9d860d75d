import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import { subjects } from '#schemas/bus/subject.ts';
import {
  createCustomer,
  deleteCustomer,
  listCustomers,
  readCustomer,
  updateCustomer,
} from '#schemas/customer/routes.ts';
import { sharedKinds } from '#schemas/resource/kind.ts';
import type { AnnounceAccess } from '../../kernel/access/access-change.ts';
import { serve } from '../../kernel/route/serve.ts';
import { publishResourceChange } from '../../shared/resource/resource-change.ts';
import type { CustomerRepository } from './customer-repository.ts';

export interface CustomerNeeds {
  readonly customers: CustomerRepository;
  readonly bus: Bus;
  readonly announce: AnnounceAccess;
}

/** The provider's customers. */
export function customerPlugin(app: FastifyInstance, { customers, bus, announce }: CustomerNeeds): void {
  /** A change may affect visible customers, and names and profiles on screens and in the engines. */
  const publishChange = (): void => {
    announce();
    bus.publish(subjects.config('inventory'), '{}');
    for (const kind of sharedKinds) publishResourceChange(bus, kind);
  };

  serve(app, listCustomers, async ({ caller }) => ({
    customers: await customers.list(caller),
    roles: await customers.listRoles(),
  }));
  serve(app, readCustomer, ({ params, caller }) => customers.read(caller, params.id));

  serve(app, createCustomer, async ({ body, ...actor }) => {
    const created = await customers.create(body, actor);
    publishChange();
    return created;
  });

  serve(app, updateCustomer, async ({ params, body, ...actor }) => {
    const customer = await customers.update({ ...body, id: params.id }, actor);
    publishChange();
    return customer;
  });

  serve(app, deleteCustomer, async ({ params, query, ...actor }) => {
    await customers.delete(params.id, query.clientId, actor);
    publishChange();
    bus.publish(subjects.config('cockpit'), '{}');
    return {};
  });
}
