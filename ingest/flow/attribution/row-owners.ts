import { flows } from '#schemas/table/flows.ts';
import { layoutOf } from '#schemas/table/layout.ts';
import type { AttributionRule } from '#schemas/inventory/collection.ts';
import { addressBytes } from './address.ts';
import type { Owner, RowOwners } from './attribution.ts';

const { offset } = layoutOf(flows);

/** As agents are called: addresses as 32 digits, exporting processes by their number. */
function agentKey({ agent }: AttributionRule): string | undefined {
  if (agent === undefined || /^\d+$/.test(agent)) return agent;
  return Buffer.from(addressBytes(agent)).toString('hex');
}

/** Owners by what a rule asks for; of two rules for the same thing the first of the inventory counts. */
function owned<Key>(
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
 * The rules of one exporter in force. The agent comes first: what another one calls an interface or a VPN is not what this one
 * calls so. Then from what is said most exactly: the id of the VPN or VRF, then its name as the exporter's
 * own table has it, then the interface. Where both interfaces have an owner, an ingress row is that of the one it came in by, an
 * egress row that of the other.
 */
export function rowOwners(
  rules: readonly AttributionRule[],
  ownerOf: (rule: AttributionRule) => Owner | undefined,
): RowOwners | undefined {
  if (rules.length === 0) return undefined;
  const byVpn = owned(rules, ({ vpn }) => vpn, ownerOf);
  const byVrf = owned(rules, ({ vrf }) => vrf, ownerOf);
  const byAgent = owned(rules, agentKey, ownerOf);
  const byInterface = owned(rules, (rule) => rule.interface, ownerOf);
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
    of({ out, row, agent }, { vrfNames, agent: ofDomain }) {
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
