import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import {
  acceptProposals,
  cancelDiscovery,
  launchDiscovery,
  listAllDiscoveries,
  listDiscoveries,
  listProposals,
  readDiscovery,
  repeatDiscovery,
} from '#schemas/discovery/routes.ts';
import { withSnmpSecrets } from '#schemas/inventory/snmp-secrets.ts';
import { serve } from '../../kernel/route/serve.ts';
import { acceptProposals as accept } from './accept-proposals.ts';
import { DiscoveryRepository } from './discovery-repository.ts';
import type { RunPlace } from './discovery-repository.ts';

export interface DiscoveryNeeds {
  readonly db: Db;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}

const placeOf = (params: { readonly customerId: number; readonly discoveryId: number }): RunPlace => ({
  customer: params.customerId,
  discovery: params.discoveryId,
});

/** Discoveries: launched here, done by the process `ingest/discovery`, accepted here. */
export function discoveryPlugin(app: FastifyInstance, { db, bus, clock, secrets }: DiscoveryNeeds): void {
  const discoveries = new DiscoveryRepository(db);
  const launchedBy = (username: string) => ({ by: username, at: clock.now() });
  serve(app, launchDiscovery, ({ params, body, caller }) =>
    discoveries.launch({
      customer: params.customerId,
      request: {
        ...body,
        credentials: body.credentials.map((one) => withSnmpSecrets(one, secrets.seal)),
      },
      repeatOf: null,
      ...launchedBy(caller.username),
    }),
  );
  serve(app, repeatDiscovery, async ({ params, caller }) => {
    const { customer, discovery } = placeOf(params);
    const request = await discoveries.request({ customer, discovery });
    return discoveries.launch({ customer, request, repeatOf: discovery, ...launchedBy(caller.username) });
  });
  serve(app, listDiscoveries, async ({ params }) => ({
    discoveries: await discoveries.list([params.customerId]),
  }));
  serve(app, listAllDiscoveries, async ({ caller }) => ({
    discoveries: await discoveries.list([...caller.customers.keys()]),
  }));
  serve(app, readDiscovery, ({ params }) => discoveries.read(placeOf(params)));
  serve(app, listProposals, ({ params, query }) => discoveries.proposals(placeOf(params), query));
  serve(app, cancelDiscovery, async ({ params }) => {
    await discoveries.cancel(placeOf(params), clock.now());
    return discoveries.read(placeOf(params));
  });
  serve(app, acceptProposals, async ({ params, body, caller }) => {
    const accepted = await accept(db, {
      ...placeOf(params),
      proposals: body.proposals,
      by: caller.username,
      at: clock.now(),
    });
    if (accepted > 0) bus.publish(subjects.config('inventory'), '');
    return { accepted };
  });
}
