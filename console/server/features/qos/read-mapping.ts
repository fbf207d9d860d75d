import { qosLimits } from '#schemas/limit/qos.ts';
import type { MappedRule, QosMapping, UnmappedName } from '#schemas/qos/mapping-routes.ts';
import type { QosClass } from '#schemas/qos/qos-class.ts';
import { classOf, rulesOf, type QosName, type QosRule } from '#schemas/qos/rules.ts';
import type { ClassElement } from '../../shared/qos/class-elements.ts';
import type { DscpVolume } from './qos-queries.ts';

/** A name or DSCP of the network, with what was seen of it. */
interface Found {
  readonly name: QosName;
  readonly elements: readonly ClassElement[];
  readonly bytes: number;
  readonly flows: number;
}

const nothing = { elements: 0, bytes: 0, flows: 0 };

/** Elements of the same name, of the same vendor, are one. */
const keyOf = ({ name }: ClassElement): string =>
  name.kind === 'class-map' ? `map\n${name.vendor}\n${name.name}` : `queue\n${name.name}`;

/** The names of elements and the DSCP values of flows, each once. */
export function foundIn(elements: readonly ClassElement[], volumes: readonly DscpVolume[]): readonly Found[] {
  const named = [...Map.groupBy(elements, keyOf).values()].flatMap((own): Found[] => {
    const [first] = own;
    return first === undefined ? [] : [{ name: first.name, elements: own, bytes: 0, flows: 0 }];
  });
  const marked = volumes.map(({ dscp, bytes, flows }): Found => ({
    name: { kind: 'dscp', dscp },
    elements: [],
    bytes,
    flows,
  }));
  return [...named, ...marked];
}

const ruleKey = (id: number, rule: QosRule): string => JSON.stringify([id, rule]);

export function unmappedRow({ name, elements, bytes, flows }: Found): UnmappedName {
  const [first] = elements;
  return {
    name,
    elements: elements.length,
    bytes,
    flows,
    example: first === undefined ? null : { id: first.id, device: first.device, key: first.key },
  };
}

/** What the classes match of elements and flows, and what they do not. */
export function mappingOf(
  classes: readonly QosClass[],
  elements: readonly ClassElement[],
  volumes: readonly DscpVolume[],
): Omit<QosMapping, 'from' | 'to'> {
  const matched = new Map<string, { elements: number; bytes: number; flows: number }>();
  const left: Found[] = [];
  for (const found of foundIn(elements, volumes)) {
    const by = classOf(classes, found.name);
    if (by === undefined) left.push(found);
    else {
      const key = ruleKey(by.class.id, by.rule);
      const sum = matched.get(key) ?? nothing;
      matched.set(key, {
        elements: sum.elements + found.elements.length,
        bytes: sum.bytes + found.bytes,
        flows: sum.flows + found.flows,
      });
    }
  }
  const rules = classes.flatMap((one) =>
    rulesOf(one).map((rule): MappedRule => ({
      rule,
      class: one.id,
      ...(matched.get(ruleKey(one.id, rule)) ?? nothing),
    })),
  );
  const unmapped = left
    .map(unmappedRow)
    .toSorted((one, other) => other.elements - one.elements || other.bytes - one.bytes);
  const sum = (list: readonly { readonly bytes: number }[]): number =>
    list.reduce((total, { bytes }) => total + bytes, 0);
  return {
    rules,
    unmapped: unmapped.slice(0, qosLimits.maxUnmapped),
    unmappedCount: unmapped.length,
    bytes: sum(volumes),
    unmappedBytes: sum(unmapped),
  };
}
