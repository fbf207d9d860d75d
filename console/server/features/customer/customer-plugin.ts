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
import type { Caller } from '../../kernel/access/caller.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import { serve } from '../../kernel/route/serve.ts';
import { publishResourceChange } from '../../shared/resource/resource-change.ts';
import type { CustomerActor, CustomerRepository } from './customer-repository.ts';

export interface CustomerNeeds {
  readonly customers: CustomerRepository;
  readonly bus: Bus;
  readonly announce: AnnounceAccess;
}

/** The provider's customers. */
export function customerPlugin(app: FastifyInstance, { customers, bus, announce }: CustomerNeeds): void {
  const actorOf = ({ caller, audit }: { caller: Caller; audit: Audit }): CustomerActor => ({
    caller,
    audit,
  });
  /** Who sees which customers may be another, and so may be names and profiles on screens and in the engines. */
  const changed = (): void => {
    announce();
    bus.publish(subjects.config('inventory'), '{}');
    for (const kind of sharedKinds) publishResourceChange(bus, kind);
  };

  serve(app, listCustomers, async ({ caller }) => ({
    customers: await customers.list(caller),
    roles: await customers.roles(),
  }));
  serve(app, readCustomer, ({ params, caller }) => customers.read(caller, params.id));

  serve(app, createCustomer, async ({ body, ...call }) => {
    const made = await customers.create(body, actorOf(call));
    changed();
    return made;
  });

  serve(app, updateCustomer, async ({ params, body, ...call }) => {
    const customer = await customers.update({ ...body, id: params.id }, actorOf(call));
    changed();
    return customer;
  });

  serve(app, deleteCustomer, async ({ params, query, ...call }) => {
    await customers.delete(params.id, query.clientId, actorOf(call));
    changed();
    bus.publish(subjects.config('cockpit'), '{}');
    return {};
  });
}
