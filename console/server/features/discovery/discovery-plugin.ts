import type { BlockList } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import { blockedKind, networkList } from '#platform/outbound/internal-address.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { addressEnds } from '#schemas/discovery/address-list.ts';
import {
  acceptProposals,
  cancelDiscovery,
  listAllDiscoveries,
  listDiscoveries,
  listProposals,
  readDiscovery,
  repeatDiscovery,
  startDiscovery,
} from '#schemas/discovery/routes.ts';
import type { DiscoveryDraft } from '#schemas/discovery/request.ts';
import type { SnmpSettings } from '#schemas/inventory/snmp-access.ts';
import { withSnmpSecrets } from '#schemas/inventory/snmp-secrets.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { siteReachOf } from '../../kernel/access/site-reach.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { DiscoveryRepository, RunKey } from './discovery-repository.ts';

interface StoredCredentials {
  /** The sealed settings of credentials, in the order of their ids. Throws NOT_FOUND. */
  readonly readSealed: (ids: readonly number[]) => Promise<readonly SnmpSettings[]>;
}

export interface DiscoveryPluginNeeds {
  readonly discoveries: DiscoveryRepository;
  readonly credentials: StoredCredentials;
  readonly bus: Pick<Bus, 'publish'>;
  readonly secrets: SecretBox;
  /** Loopback and link-local networks that may be searched. */
  readonly allowedNetworks: readonly string[];
}

const runKey = (
  params: { readonly customerId: number; readonly discoveryId: number },
  caller: Caller,
): RunKey => ({
  customer: params.customerId,
  discovery: params.discoveryId,
  reach: siteReachOf(caller, [params.customerId]),
});

/**
 * Throws DISCOVERY_ADDRESS_BLOCKED for a range that reaches this machine or its link. The ends suffice: each such network is as large as
 * the largest discovery. The discovery process checks every address.
 */
function rejectBlocked(ranges: readonly string[], allowed: BlockList): void {
  const address = addressEnds(ranges).find(
    (end) => ![undefined, 'private'].includes(blockedKind(end, allowed)),
  );
  if (address !== undefined) throw new ProblemError('DISCOVERY_ADDRESS_BLOCKED', { params: { address } });
}

/**
 * The credentials of a request. A stored one is sent to addresses that the user chooses, so that it requires the permission to read
 * credentials, and access to every customer.
 */
async function namedCredentials(body: DiscoveryDraft, caller: Caller, stored: StoredCredentials) {
  const ids = body.credentials.map((one) => ('credential' in one ? one.credential : null));
  const named = ids.filter((id) => id !== null);
  if (named.length > 0 && !(caller.allCustomers && caller.permissions.has('SETTINGS.SNMP.read')))
    throw new ProblemError('DISCOVERY_CREDENTIAL_NOT_ALLOWED');
  const sealed = new Map((await stored.readSealed(named)).map((settings, at) => [named[at], settings]));
  return (seal: (entered: SnmpSettings) => SnmpSettings) => ({
    credentials: body.credentials.flatMap((one) =>
      'credential' in one ? (sealed.get(one.credential) ?? []) : seal(one),
    ),
    credentialIds: ids,
  });
}

/** Discoveries: started and accepted here, run by the process `ingest/discovery`. */
export function discoveryPlugin(
  app: FastifyInstance,
  { discoveries, credentials, bus, secrets, allowedNetworks }: DiscoveryPluginNeeds,
): void {
  const allowed = networkList(allowedNetworks);
  serve(app, startDiscovery, async ({ params: { customerId: customer }, body, ...actor }) => {
    rejectBlocked(body.ranges, allowed);
    const reach = siteReachOf(actor.caller, [customer]);
    const named = await namedCredentials(body, actor.caller, credentials);
    const request = { ...body, ...named((one) => withSnmpSecrets(one, secrets.seal)) };
    return discoveries.start({ customer, reach, request, repeatOf: null }, actor);
  });
  serve(app, repeatDiscovery, async ({ params, ...actor }) => {
    const key = runKey(params, actor.caller);
    const { customer, discovery, reach } = key;
    const request = await discoveries.readRequest(key);
    rejectBlocked(request.ranges, allowed);
    return discoveries.start({ customer, reach, request, repeatOf: discovery }, actor);
  });
  serve(app, listDiscoveries, async ({ params, caller }) => ({
    discoveries: await discoveries.list(siteReachOf(caller, [params.customerId])),
  }));
  serve(app, listAllDiscoveries, async ({ caller }) => ({
    discoveries: await discoveries.list(siteReachOf(caller, caller.customers.keys())),
  }));
  serve(app, readDiscovery, ({ params, caller }) => discoveries.read(runKey(params, caller)));
  serve(app, listProposals, ({ params, query, caller }) =>
    discoveries.listProposals(runKey(params, caller), query),
  );
  serve(app, cancelDiscovery, async ({ params, ...actor }) => {
    const key = runKey(params, actor.caller);
    await discoveries.cancel(key, actor);
    return discoveries.read(key);
  });
  serve(app, acceptProposals, async ({ params, body, ...actor }) => {
    const key = runKey(params, actor.caller);
    const accepted = await discoveries.acceptProposals(key, body.proposals, actor);
    if (accepted > 0) bus.publish(subjects.config('inventory'), '');
    return { accepted };
  });
}
