import type { FoundInterface, FoundPart } from '#schemas/discovery/found.ts';
import { classKey } from '../../snmp/component/learn-classes.ts';
import type { RequestContext } from '../../snmp/request/get-objects.ts';
import { learnClasses } from '../../snmp/qos/read.ts';

/** QoS policies and classes, by interface name, direction and names from the outermost inwards. */
export async function readPolicies(
  context: RequestContext,
  interfaces: readonly FoundInterface[],
): Promise<readonly FoundPart[] | undefined> {
  const classes = await learnClasses(context);
  if (classes === undefined) return undefined;
  const names = new Map(interfaces.map(({ index, name }) => [index, name]));
  const found = new Map<string, FoundPart>();
  for (const { ifIndex, direction, path } of classes) {
    const name = names.get(ifIndex);
    if (name === undefined) continue;
    const key = classKey(name, { direction, path });
    const [policy = '', ...inner] = path;
    const fields = { interface: name, direction, policy, class: inner.join(' / ') };
    found.set(key, { kind: 'policy', key, fields });
  }
  return [...found.values()];
}
