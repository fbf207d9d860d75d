import type { BlockList } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import { blockedKind, networkList } from '#platform/outbound/internal-address.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { addressEnds } from '#schemas/discovery/address-list.ts';
import {
  acceptProposals,
  cancelAcceptance,
  cancelDiscovery,
  listAllDiscoveries,
  listDiscoveries,
  listProposals,
  readDiscovery,
  repeatDiscovery,
  startDiscovery,
  type DiscoveryRun,
} from '#schemas/discovery/routes.ts';
import type { DiscoveryDraft } from '#schemas/discovery/request.ts';
import type { SnmpSettings } from '#schemas/inventory/snmp-access.ts';
import { withSnmpSecrets } from '#schemas/inventory/snmp-secrets.ts';
import type { Fault } from '#schemas/problem/fault.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { siteReachOf } from '../../kernel/access/site-reach.ts';
import { requestLanguage } from '../../kernel/http/request-language.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { DiscoveryRepository, RunKey } from './discovery-repository.ts';
import { translatedRun, type StoredRun } from './shown-run.ts';
import { acceptingActorOf } from '../../shared/acceptance/accepting-actor.ts';

interface StoredCredentials {
  /** The sealed settings of credentials by id, without those that do not exist. */
  readonly readSealed: (ids: readonly number[]) => Promise<ReadonlyMap<number, SnmpSettings>>;
}

export interface DiscoveryPluginNeeds {
  readonly discoveries: DiscoveryRepository;
  readonly credentials: StoredCredentials;
  readonly bus: Pick<Bus, 'publish'>;
  /** Called when an acceptance in steps has been started. */
  readonly wake: () => void;
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
 * Returns the fault of ranges that reach this machine or its link. The ends suffice: each such network is as large as the largest
 * discovery. The discovery process checks every address.
 */
function blockedFaults(ranges: readonly string[], allowed: BlockList): readonly Fault[] {
  const address = addressEnds(ranges).find(
    (end) => ![undefined, 'private'].includes(blockedKind(end, allowed)),
  );
  return address === undefined
    ? []
    : [{ path: 'ranges', code: 'DISCOVERY_ADDRESS_BLOCKED', params: { address } }];
}

interface NamedCredentials {
  /** Sealed. */
  readonly credentials: SnmpSettings[];
  readonly credentialIds: (number | null)[];
  readonly faults: readonly Fault[];
}

/**
 * The credentials of a request. A stored one is sent to addresses that the user chooses, so that it requires the permission to read
 * credentials, and access to every customer.
 */
async function namedCredentials(
  { credentials: drafts }: DiscoveryDraft,
  caller: Caller,
  { credentials, secrets }: Pick<DiscoveryPluginNeeds, 'credentials' | 'secrets'>,
): Promise<NamedCredentials> {
  const credentialIds = drafts.map((one) => ('credential' in one ? one.credential : null));
  const ids = credentialIds.filter((id) => id !== null);
  const mayName = caller.allCustomers && caller.permissions.has('SETTINGS.SNMP.read');
  const stored = mayName ? await credentials.readSealed(ids) : new Map<number, SnmpSettings>();
  const code = mayName ? 'SNMP_CREDENTIAL_UNKNOWN' : 'DISCOVERY_CREDENTIAL_NOT_ALLOWED';
  return {
    credentials: drafts.flatMap((one) =>
      'credential' in one ? (stored.get(one.credential) ?? []) : withSnmpSecrets(one, secrets.seal),
    ),
    credentialIds,
    faults: credentialIds.flatMap((id, at) =>
      id === null || stored.has(id) ? [] : [{ path: `credentials.${String(at)}.credential`, code }],
    ),
  };
}

/** Discoveries: started and accepted here, run by the process `ingest/discovery`. */
export function discoveryPlugin(app: FastifyInstance, needs: DiscoveryPluginNeeds): void {
  const { discoveries, bus } = needs;
  const allowed = networkList(needs.allowedNetworks);
  const shown = (run: StoredRun, { request }: { readonly request: FastifyRequest }): DiscoveryRun =>
    translatedRun(run, requestLanguage(request));
  serve(app, startDiscovery, async ({ params: { customerId: customer }, body, ...actor }) => {
    const reach = siteReachOf(actor.caller, [customer]);
    const { faults, ...named } = await namedCredentials(body, actor.caller, needs);
    const request = { ...body, ...named };
    const start = { customer, reach, request, repeatOf: null };
    const all = [...blockedFaults(body.ranges, allowed), ...faults];
    return shown(await discoveries.start({ ...start, faults: all }, actor), actor);
  });
  serve(app, repeatDiscovery, async ({ params, ...actor }) => {
    const key = runKey(params, actor.caller);
    const { customer, discovery, reach } = key;
    const request = await discoveries.readRequest(key);
    const start = { customer, reach, request, repeatOf: discovery };
    const faults = blockedFaults(request.ranges, allowed);
    return shown(await discoveries.start({ ...start, faults }, actor), actor);
  });
  serve(app, listDiscoveries, async ({ params, ...call }) => {
    const runs = await discoveries.list(siteReachOf(call.caller, [params.customerId]));
    return { discoveries: runs.map((run) => shown(run, call)) };
  });
  serve(app, listAllDiscoveries, async (call) => {
    const runs = await discoveries.list(siteReachOf(call.caller, call.caller.customers.keys()));
    return { discoveries: runs.map((run) => shown(run, call)) };
  });
  serve(app, readDiscovery, async ({ params, ...call }) =>
    shown(await discoveries.read(runKey(params, call.caller)), call),
  );
  serve(app, listProposals, ({ params, query, caller }) =>
    discoveries.listProposals(runKey(params, caller), query),
  );
  serve(app, cancelDiscovery, async ({ params, ...actor }) => {
    const key = runKey(params, actor.caller);
    await discoveries.cancel(key, actor);
    return shown(await discoveries.read(key), actor);
  });
  serve(app, acceptProposals, async ({ params, body, ...actor }) => {
    const key = runKey(params, actor.caller);
    const accepting = acceptingActorOf(actor, params.customerId);
    const reply = await discoveries.acceptProposals(key, body, accepting);
    if (reply.run !== null) needs.wake();
    if (reply.accepted > 0) bus.publish(subjects.config('inventory'), '');
    return reply;
  });
  serve(app, cancelAcceptance, ({ params, ...actor }) =>
    discoveries.cancelAcceptance(runKey(params, actor.caller), actor),
  );
}
