import type { ComponentEntry } from '#schemas/inventory/snapshot.ts';
import type { RequestContext } from '../request/get-objects.ts';
import type { Poll } from '../poll.ts';
import type { QosTables } from '../qos/resolve.ts';
import type { LearnedComponent } from './component.ts';
import { learnClassElements } from './learn-classes.ts';
import { learnProbeElements } from './learn-probes.ts';
import { learnTunnelElements } from './learn-tunnels.ts';

/** Components of a kind that SNMP agents report. */
export const componentsOfKind = (
  components: readonly ComponentEntry[],
  kind: ComponentEntry['kind'],
): readonly ComponentEntry[] =>
  components.filter((one) => one.kind === kind && (one.scope === 'snmp' || one.scope === 'ipsla'));

/** Fingerprint of the inventory components: changes with the inventory. */
export const componentsKey = (components: readonly ComponentEntry[]): string =>
  components.map(({ id, kind, key }) => `${String(id)} ${kind} ${key}`).join('\n');

/** Locates the inventory's components on the device. Undefined if the agent stopped responding. */
export async function learnComponents(
  asking: RequestContext,
  { components, interfaces, plan }: Poll,
  policies: QosTables,
): Promise<readonly LearnedComponent[] | undefined> {
  const entries = plan.classes ? componentsOfKind(components, 'class') : [];
  const classes = await learnClassElements(asking, { entries, interfaces }, policies);
  if (classes === undefined) return undefined;
  const tunnels = await learnTunnelElements(
    asking,
    plan.tunnels ? componentsOfKind(components, 'tunnel') : [],
    interfaces,
  );
  if (tunnels === undefined) return undefined;
  const probes = await learnProbeElements(
    asking,
    plan.probes ? componentsOfKind(components, 'probe') : [],
    plan.statistics,
  );
  return [...classes, ...probes, ...tunnels];
}
