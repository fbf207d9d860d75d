import type { Kysely } from 'kysely';
import type { AgentEntry, AttributionRule, Collection } from '#schemas/inventory/collection.ts';
import type { Database } from '#schemas/table/postgres.ts';

type Db = Kysely<Database>;

async function loadRules(db: Db): Promise<readonly AttributionRule[]> {
  const rows = await db.selectFrom('flow_attribution').selectAll().orderBy('id').execute();
  return rows.map((row) => ({
    device: row.device_id,
    interface: row.interface_id ?? undefined,
    vpn: row.vpn ?? undefined,
    vrf: row.vrf ?? undefined,
    agent: row.agent ?? undefined,
    customer: row.customer_id,
    site: row.site_id,
  }));
}

async function loadNetworks(db: Db): Promise<Collection['networks']> {
  const rows = await db
    .selectFrom('exporter')
    .innerJoin('network_element as device', 'device.id', 'exporter.device_id')
    .innerJoin('customer', 'customer.id', 'device.customer_id')
    .select(['exporter.address', 'exporter.device_id', 'customer.recipient_id'])
    // When two devices share an address in one sub-network, the older one counts: it is inserted last.
    .orderBy('exporter.device_id', 'desc')
    .execute();
  const networks = new Map<number, Map<string, number>>();
  for (const { address, device_id, recipient_id } of rows) {
    const network = networks.get(recipient_id) ?? new Map<string, number>();
    networks.set(recipient_id, network.set(address, device_id));
  }
  return networks;
}

async function loadAgents(db: Db): Promise<readonly AgentEntry[]> {
  const rows = await db
    .selectFrom('flow_agent as agent')
    .innerJoin('customer', 'customer.id', 'agent.customer_id')
    .leftJoin('network_element as site', (join) =>
      join
        .onRef('site.customer_id', '=', 'agent.customer_id')
        .on('site.kind', '=', 'site')
        .on((is) => is.eb(is.fn('lower', ['site.name']), '=', is.fn('lower', ['network_marker']))),
    )
    .select(['agent.id', 'agent_id', 'agent.customer_id', 'site.id as site', 'source', 'expires_at'])
    .select('recipient_id')
    .orderBy('agent.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.agent_id,
    customer: row.customer_id,
    site: row.site ?? 0,
    source: row.source,
    expiresMs: row.expires_at.getTime(),
    network: row.recipient_id,
  }));
}

/** Loads what the collector needs from the inventory besides the exporters. */
export async function loadCollection(db: Db): Promise<Collection> {
  const repeating = await db
    .selectFrom('device')
    .select('id')
    .where('duplicate_flows', '=', true)
    .orderBy('id')
    .execute();
  return {
    networks: await loadNetworks(db),
    rules: await loadRules(db),
    repeating: new Set(repeating.map(({ id }) => id)),
    agents: await loadAgents(db),
  };
}
