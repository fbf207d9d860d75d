import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import {
  acceptProposals,
  cancelDiscovery,
  startDiscovery,
  listAllDiscoveries,
  listDiscoveries,
  listProposals,
  readDiscovery,
  repeatDiscovery,
} from '#schemas/discovery/routes.ts';
import { withSnmpSecrets } from '#schemas/inventory/snmp-secrets.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Audit } from '../../kernel/audit/audit-trail.ts';
import { siteReachOf } from '../../kernel/access/site-reach.ts';
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

interface Called {
  readonly params: { readonly customerId: number; readonly discoveryId: number };
  readonly caller: Caller;
}

const placeOf = ({ params, caller }: Called): RunPlace => ({
  customer: params.customerId,
  discovery: params.discoveryId,
  reach: siteReachOf(caller, [params.customerId]),
});

/** Discoveries: launched here, done by the process `ingest/discovery`, accepted here. */
export function discoveryPlugin(app: FastifyInstance, { db, bus, clock, secrets }: DiscoveryNeeds): void {
  const discoveries = new DiscoveryRepository(db);
  const launchedBy = (username: string, audit: Audit) => ({ by: username, at: clock.now(), audit });
  serve(app, startDiscovery, ({ params, body, caller, audit }) =>
    discoveries.launch({
      customer: params.customerId,
      reach: siteReachOf(caller, [params.customerId]),
      request: {
        ...body,
        credentials: body.credentials.map((one) => withSnmpSecrets(one, secrets.seal)),
      },
      repeatOf: null,
      ...launchedBy(caller.username, audit),
    }),
  );
  serve(app, repeatDiscovery, async (call) => {
    const { customer, discovery, reach } = placeOf(call);
    const request = await discoveries.request({ customer, discovery, reach });
    const by = launchedBy(call.caller.username, call.audit);
    return discoveries.launch({ customer, reach, request, repeatOf: discovery, ...by });
  });
  serve(app, listDiscoveries, async ({ params, caller }) => ({
    discoveries: await discoveries.list(siteReachOf(caller, [params.customerId])),
  }));
  serve(app, listAllDiscoveries, async ({ caller }) => ({
    discoveries: await discoveries.list(siteReachOf(caller, caller.customers.keys())),
  }));
  serve(app, readDiscovery, (call) => discoveries.read(placeOf(call)));
  serve(app, listProposals, ({ query, ...call }) => discoveries.proposals(placeOf(call), query));
  serve(app, cancelDiscovery, async (call) => {
    await discoveries.cancel(placeOf(call), clock.now(), call.audit);
    return discoveries.read(placeOf(call));
  });
  serve(app, acceptProposals, async ({ body, ...call }) => {
    const place = placeOf(call);
    await discoveries.read(place);
    const accepted = await accept(db, {
      ...place,
      proposals: body.proposals,
      by: call.caller.username,
      at: clock.now(),
      audit: call.audit,
    });
    if (accepted > 0) bus.publish(subjects.config('inventory'), '');
    return { accepted };
  });
}
