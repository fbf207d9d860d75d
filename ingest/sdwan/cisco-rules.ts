import type { Patterns } from '#platform/pattern/patterns.ts';
import type { ManagedInterface, ManagedNetwork, ManagedTunnel } from '#platform/sdwan/sdwan-client.ts';
import type { SdwanKind } from '#schemas/sdwan/kind.ts';
import { underlayOf, type SdwanSetting } from '#schemas/settings/sdwan/sdwan.ts';

/** `10.10.1.13:mpls-10.10.1.11:public-internet`: colours have hyphens, system addresses have none. */
const TLOCS = /^([^:]+:.+)-([^:-]+:[^:]+)$/;

/** Both ends of a tunnel as `system address:colour`; none for a tunnel that is named otherwise. */
export function tlocsOf(key: string): readonly string[] {
  const [, local, remote] = TLOCS.exec(key) ?? [];
  return local === undefined || remote === undefined ? [] : [local, remote];
}

/** Cisco's rules: the SD-WAN settings, and what matches their patterns alongside the work of the process. */
export interface CiscoRules {
  readonly setting: SdwanSetting;
  readonly patterns: Pick<Patterns, 'firstGroups'>;
}

/** Whether a tunnel is left out by its ends. A pattern that takes too long leaves out none. */
export async function tunnelExclusion(
  { setting: { tlocExclusionPattern: pattern }, patterns }: CiscoRules,
  keys: readonly string[],
): Promise<(key: string) => boolean> {
  if (pattern === '') return () => false;
  const tlocs = [...new Set(keys.flatMap(tlocsOf))];
  const found = await patterns.firstGroups(pattern, tlocs);
  const excluded = new Set(tlocs.filter((_, index) => (found[index] ?? null) !== null));
  return (key) => tlocsOf(key).some((tloc) => excluded.has(tloc));
}

const withNetworks = (tunnel: ManagedTunnel, setting: SdwanSetting): ManagedTunnel => {
  const { localColor, remoteColor } = tunnel.fields;
  if (localColor === undefined || remoteColor === undefined) return tunnel;
  const [network, remoteNetwork] = [underlayOf(setting, localColor), underlayOf(setting, remoteColor)];
  return { ...tunnel, fields: { ...tunnel.fields, network, remoteNetwork } };
};

/** Interfaces that are IPsec tunnels are none. */
async function withoutIpsecTunnels(
  interfaces: readonly ManagedInterface[],
  { setting: { cEdgeIpsecTunnelsPattern: pattern }, patterns }: CiscoRules,
): Promise<readonly ManagedInterface[]> {
  if (pattern === '') return interfaces;
  const names = [...new Set(interfaces.map(({ name }) => name))];
  const found = await patterns.firstGroups(pattern, names);
  const tunnels = new Set(names.filter((_, index) => (found[index] ?? null) !== null));
  return interfaces.filter(({ name }) => !tunnels.has(name));
}

/** The network of a manager as the SD-WAN settings mean it: Cisco's tunnels without excluded ones, with the networks of their ends. */
export async function meantNetwork(
  network: ManagedNetwork,
  kind: SdwanKind,
  rules: CiscoRules,
): Promise<ManagedNetwork> {
  if (kind !== 'vmanage') return network;
  const isExcluded = await tunnelExclusion(
    rules,
    network.tunnels.map(({ key }) => key),
  );
  const tunnels = network.tunnels.filter(({ key }) => !isExcluded(key));
  return {
    ...network,
    tunnels: tunnels.map((tunnel) => withNetworks(tunnel, rules.setting)),
    interfaces: await withoutIpsecTunnels(network.interfaces, rules),
  };
}
