import type { ComponentEntry } from '#schemas/inventory/snapshot.ts';
import type { RequestContext } from '../request/get-objects.ts';
import type { Poll } from '../poll.ts';
import type { QosTables } from '../qos/resolve.ts';
import type { LearnedComponent } from './component.ts';
import { isHealthCheckKey } from './health-checks.ts';
import { learnClassElements } from './learn-classes.ts';
import { learnHealthCheckElements } from './learn-health-checks.ts';
import { learnPeerElements } from './learn-peers.ts';
import { learnProbeElements } from './learn-probes.ts';
import { learnSensorElements } from './learn-sensors.ts';
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

type Entries = readonly ComponentEntry[];

/** Health checks, BGP peers and sensors: what links and sessions do is read before the hardware. */
async function learnMeasured(
  context: RequestContext,
  { checks, sensors, peers }: Readonly<Record<'checks' | 'sensors' | 'peers', Entries>>,
): Promise<readonly LearnedComponent[] | undefined> {
  const found = await learnHealthCheckElements(context, checks);
  const sessions = found && (await learnPeerElements(context, peers));
  const hardware = sessions && (await learnSensorElements(context, sensors));
  return hardware && [...found, ...sessions, ...hardware];
}

/** Locates the inventory's components on the device. Undefined if the agent stopped responding. */
export async function learnComponents(
  context: RequestContext,
  { components, interfaces, plan }: Poll,
  policies: QosTables,
): Promise<readonly LearnedComponent[] | undefined> {
  const entries = plan.classes ? componentsOfKind(components, 'class') : [];
  const classes = await learnClassElements(context, { entries, interfaces }, policies);
  if (classes === undefined) return undefined;
  const known = componentsOfKind(components, 'tunnel');
  const tunnels = await learnTunnelElements(
    context,
    plan.tunnels ? known.filter(({ key }) => !isHealthCheckKey(key)) : [],
    interfaces,
  );
  if (tunnels === undefined) return undefined;
  const measured = await learnMeasured(context, {
    checks: plan.healthChecks ? known.filter(({ key }) => isHealthCheckKey(key)) : [],
    sensors: plan.sensors ? componentsOfKind(components, 'sensor') : [],
    peers: plan.peers ? componentsOfKind(components, 'peer') : [],
  });
  if (measured === undefined) return undefined;
  const probes = await learnProbeElements(
    context,
    plan.probes ? componentsOfKind(components, 'probe') : [],
    plan.statistics,
  );
  return [...classes, ...probes, ...tunnels, ...measured];
}
