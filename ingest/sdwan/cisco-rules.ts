import { firstGroups } from '#platform/pattern/timed-pattern.ts';
import type { ManagedInterface, ManagedNetwork, ManagedTunnel } from '#platform/sdwan/sdwan-client.ts';
import type { SdwanKind } from '#schemas/sdwan/kind.ts';
import { underlayOf } from '#schemas/settings/sdwan/sdwan.ts';
import type { SdwanSetting } from '#schemas/settings/sdwan/sdwan.ts';

/** `10.10.1.13:mpls-10.10.1.11:public-internet`: colours have hyphens, system addresses have none. */
const TLOCS = /^([^:]+:.+)-([^:-]+:[^:]+)$/;

/** Both ends of a tunnel as `system address:colour`; none for a tunnel that is named otherwise. */
export function tlocsOf(key: string): readonly string[] {
  const [, local, remote] = TLOCS.exec(key) ?? [];
  return local === undefined || remote === undefined ? [] : [local, remote];
}

/** Whether a tunnel is left out by its ends. A pattern that takes too long leaves out none. */
export function tunnelExclusion(
  { tlocExclusionPattern: pattern }: SdwanSetting,
  keys: readonly string[],
): (key: string) => boolean {
  if (pattern === '') return () => false;
  const tlocs = [...new Set(keys.flatMap(tlocsOf))];
  const found = firstGroups(pattern, tlocs) ?? [];
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
function withoutIpsecTunnels(
  interfaces: readonly ManagedInterface[],
  { cEdgeIpsecTunnelsPattern: pattern }: SdwanSetting,
): readonly ManagedInterface[] {
  if (pattern === '') return interfaces;
  const names = [...new Set(interfaces.map(({ name }) => name))];
  const found = firstGroups(pattern, names) ?? [];
  const tunnels = new Set(names.filter((_, index) => (found[index] ?? null) !== null));
  return interfaces.filter(({ name }) => !tunnels.has(name));
}

/** The network of a manager as the SD-WAN settings mean it: Cisco's tunnels without excluded ones, with the networks of their ends. */
export function meantNetwork(
  network: ManagedNetwork,
  kind: SdwanKind,
  setting: SdwanSetting,
): ManagedNetwork {
  if (kind !== 'vmanage') return network;
  const isExcluded = tunnelExclusion(
    setting,
    network.tunnels.map(({ key }) => key),
  );
  const tunnels = network.tunnels.filter(({ key }) => !isExcluded(key));
  return {
    ...network,
    tunnels: tunnels.map((tunnel) => withNetworks(tunnel, setting)),
    interfaces: withoutIpsecTunnels(network.interfaces, setting),
  };
}
