import { flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import type { AttributionRule } from '#schemas/inventory/collection.ts';
import { addressBytes } from './address.ts';
import type { Owner, RowOwners } from './attribution.ts';

const { offset } = layoutOf(flows);

/** Agent keys as records carry them: addresses as 32 hex digits, exporting processes by number. */
function agentKey({ agent }: AttributionRule): string | undefined {
  if (agent === undefined || /^\d+$/.test(agent)) return agent;
  return Buffer.from(addressBytes(agent)).toString('hex');
}

/** Owners by rule key. The first rule of the inventory wins. */
function indexOwners<Key>(
  rules: readonly AttributionRule[],
  keyOf: (rule: AttributionRule) => Key | undefined,
  ownerOf: (rule: AttributionRule) => Owner | undefined,
): ReadonlyMap<Key, Owner> {
  const owners = new Map<Key, Owner>();
  for (const rule of rules) {
    const key = keyOf(rule);
    const owner = key === undefined || owners.has(key) ? undefined : ownerOf(rule);
    if (key !== undefined && owner !== undefined) owners.set(key, owner);
  }
  return owners;
}

/**
 * Attribution rules of one exporter, most specific first: agent (interface and VPN ids are only unique per agent), then
 * VPN or VRF id, then VRF name from the exporter's own table, then interface. If both interfaces have an owner, an
 * ingress row belongs to the input interface and an egress row to the output interface.
 */
export function rowOwners(
  rules: readonly AttributionRule[],
  ownerOf: (rule: AttributionRule) => Owner | undefined,
): RowOwners | undefined {
  if (rules.length === 0) return undefined;
  const byVpn = indexOwners(rules, ({ vpn }) => vpn, ownerOf);
  const byVrf = indexOwners(rules, ({ vrf }) => vrf, ownerOf);
  const byAgent = indexOwners(rules, agentKey, ownerOf);
  const byInterface = indexOwners(rules, (rule) => rule.interface, ownerOf);
  const ofVpn = (vpn: number, vrfNames: ReadonlyMap<number, string>): Owner | undefined =>
    vpn === 0 ? undefined : (byVpn.get(vpn) ?? byVrf.get(vrfNames.get(vpn) ?? ''));
  const customers = new Set(
    [byVpn, byVrf, byInterface, byAgent].flatMap((owners) =>
      [...owners.values()].map(({ customer }) => customer),
    ),
  );
  return {
    customers,
    byAgent: byAgent.size > 0,
    ownerOf({ out, row, agent }, { vrfNames, agent: ofDomain }) {
      const ofAgent = byAgent.size === 0 ? undefined : byAgent.get(agent ?? ofDomain ?? '');
      if (ofAgent !== undefined) return ofAgent;
      const found = ofVpn(out.getUint32(row + offset.vpn, true), vrfNames);
      if (found !== undefined || byInterface.size === 0) return found;
      const into = byInterface.get(out.getUint32(row + offset.in_interface, true));
      const from = byInterface.get(out.getUint32(row + offset.out_interface, true));
      return out.getUint8(row + offset.direction) === 0 ? (into ?? from) : (from ?? into);
    },
  };
}
