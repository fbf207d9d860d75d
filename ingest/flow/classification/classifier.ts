import type { Steps } from '#platform/clock/steps.ts';
import { CUSTOM_ENGINE, type ApplicationDefinition } from '#schemas/application/definition.ts';
import { addressLookup } from './address-lookup.ts';
import { indexByNumber, indexByPort } from './rule-index.ts';
import { applicationLookup, hostLookup, type ApplicationNames } from './named-lookup.ts';
import { RuleSets } from './rule-sets.ts';

/** Fields of a flow that rules match. Addresses are 16 bytes in network order, IPv4 mapped. */
export interface FlowKey {
  readonly view: DataView;
  /** Offsets of the two addresses in the view. */
  readonly source: number;
  readonly destination: number;
  readonly sourcePort: number;
  readonly destinationPort: number;
  readonly protocol: number;
  readonly dscp: number;
  /** Application reported by the device: engine · 2³² + selector, 0 if unknown. */
  readonly application: number;
}

export interface Classifier {
  /** Returns the first matching application (engine · 2³² + selector), 0 if none matches. */
  readonly classify: (traffic: FlowKey, names: ApplicationNames, hostname?: string) => number;
}

/**
 * Compiles applications, in matching order, in steps of a few milliseconds. Classifying a flow costs one lookup per
 * attribute and one pass over a few words of bits, independent of the number of applications. Undefined if there are no
 * applications.
 */
export function* compileClassifierSteps(
  applications: readonly ApplicationDefinition[],
): Steps<Classifier | undefined> {
  if (applications.length === 0) return undefined;
  const rules = applications.map(({ attributes }) => attributes);
  const numbers = applications.map(({ id }) => CUSTOM_ENGINE * 2 ** 32 + id);
  const sets = new RuleSets(rules.length);
  const protocols = indexByNumber(sets, rules, { kind: 'protocols', size: 256 });
  const dscps = indexByNumber(sets, rules, { kind: 'dscp', size: 64 });
  yield undefined;
  const ports = yield* indexByPort(sets, rules);
  yield undefined;
  const addressOffset = yield* addressLookup(sets, rules);
  yield undefined;
  const application = applicationLookup(sets, rules);
  const host = hostLookup(sets, rules);
  return {
    classify(traffic, names, hostname) {
      const { view } = traffic;
      const here = addressOffset(view, traffic.source);
      const there = addressOffset(view, traffic.destination);
      const herePort = ports[traffic.sourcePort] ?? 0;
      const therePort = ports[traffic.destinationPort] ?? 0;
      const protocol = protocols[traffic.protocol] ?? 0;
      const dscp = dscps[traffic.dscp] ?? 0;
      const device = application(traffic.application, names);
      const name = host(hostname);
      const { bits, words } = sets;
      for (let word = 0; word < words; word += 1) {
        const at = (offset: number): number => bits[offset + word] ?? 0;
        const ends = (at(here) & at(herePort)) | (at(there) & at(therePort));
        const found = ends & at(protocol) & at(dscp) & at(device) & at(name);
        // The lowest bit is the first application in matching order.
        if (found !== 0) return numbers[word * 32 + 31 - Math.clz32(found & -found)] ?? 0;
      }
      return 0;
    },
  };
}
