import type { ComponentEntry } from '#schemas/inventory/snapshot.ts';
import type { Asking } from '../get-objects.ts';
import type { Poll } from '../poll.ts';
import type { QosTables } from '../qos/resolve.ts';
import type { LearnedComponent } from './component.ts';
import { learnClassElements } from './learn-classes.ts';
import { learnProbeElements } from './learn-probes.ts';
import { learnTunnelElements } from './learn-tunnels.ts';

/** Those of a device that SNMP agents tell of. */
export const ofKind = (
  components: readonly ComponentEntry[],
  kind: ComponentEntry['kind'],
): readonly ComponentEntry[] =>
  components.filter((one) => one.kind === kind && (one.scope === 'snmp' || one.scope === 'ipsla'));

/** By this it is seen that the inventory has others now. */
export const componentsText = (components: readonly ComponentEntry[]): string =>
  components.map(({ id, kind, key }) => `${String(id)} ${kind} ${key}`).join('\n');

/** Looks for the components of the inventory on the device; undefined when the agent stopped answering. */
export async function learnComponents(
  asking: Asking,
  { components, interfaces, plan }: Poll,
  policies: QosTables,
): Promise<readonly LearnedComponent[] | undefined> {
  const entries = plan.classes ? ofKind(components, 'class') : [];
  const classes = await learnClassElements(asking, { entries, interfaces }, policies);
  if (classes === undefined) return undefined;
  const tunnels = await learnTunnelElements(
    asking,
    plan.tunnels ? ofKind(components, 'tunnel') : [],
    interfaces,
  );
  if (tunnels === undefined) return undefined;
  const probes = await learnProbeElements(
    asking,
    plan.probes ? ofKind(components, 'probe') : [],
    plan.statistics,
  );
  return [...classes, ...probes, ...tunnels];
}
