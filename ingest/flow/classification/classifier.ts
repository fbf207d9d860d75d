import type { InSteps } from '#platform/clock/interruptibly.ts';
import { CUSTOM_ENGINE } from '#schemas/application/definition.ts';
import type { ApplicationDefinition } from '#schemas/application/definition.ts';
import { addressPlaces } from './address-places.ts';
import { byNumber, byPort } from './matters.ts';
import { applicationPlaces, hostPlaces } from './named-places.ts';
import type { ApplicationNames } from './named-places.ts';
import { RuleSets } from './rule-sets.ts';

/** What is known of a flow. Addresses as 16 bytes in network order, IPv4 mapped. */
export interface Traffic {
  readonly view: DataView;
  /** Offsets of the two addresses in the view. */
  readonly source: number;
  readonly destination: number;
  readonly sourcePort: number;
  readonly destinationPort: number;
  readonly protocol: number;
  readonly dscp: number;
  /** Engine · 2³² + selector, as the device says; 0 unknown. */
  readonly application: number;
}

export interface Classifier {
  /** Number of the application (engine · 2³² + selector) that recognises the traffic first; 0 when none does. */
  readonly classify: (traffic: Traffic, names: ApplicationNames, hostname?: string) => number;
}

/**
 * Compiles applications, first tried first, in steps of a few milliseconds. A flow costs one lookup per kind of attribute and
 * one pass over a few words of bits, however many applications there are. Undefined when there are none.
 */
export function* compilingClassifier(
  applications: readonly ApplicationDefinition[],
): InSteps<Classifier | undefined> {
  if (applications.length === 0) return undefined;
  const rules = applications.map(({ attributes }) => attributes);
  const numbers = applications.map(({ id }) => CUSTOM_ENGINE * 2 ** 32 + id);
  const sets = new RuleSets(rules.length);
  const protocols = byNumber(sets, rules, { kind: 'protocols', size: 256 });
  const dscps = byNumber(sets, rules, { kind: 'dscp', size: 64 });
  yield undefined;
  const ports = yield* byPort(sets, rules);
  yield undefined;
  const addressPlace = yield* addressPlaces(sets, rules);
  yield undefined;
  const application = applicationPlaces(sets, rules);
  const host = hostPlaces(sets, rules);
  return {
    classify(traffic, names, hostname) {
      const { view } = traffic;
      const here = addressPlace(view, traffic.source);
      const there = addressPlace(view, traffic.destination);
      const herePort = ports[traffic.sourcePort] ?? 0;
      const therePort = ports[traffic.destinationPort] ?? 0;
      const protocol = protocols[traffic.protocol] ?? 0;
      const dscp = dscps[traffic.dscp] ?? 0;
      const device = application(traffic.application, names);
      const name = host(hostname);
      const { bits, words } = sets;
      for (let word = 0; word < words; word += 1) {
        const at = (place: number): number => bits[place + word] ?? 0;
        const ends = (at(here) & at(herePort)) | (at(there) & at(therePort));
        const found = ends & at(protocol) & at(dscp) & at(device) & at(name);
        // The lowest bit is the application that is tried first.
        if (found !== 0) return numbers[word * 32 + 31 - Math.clz32(found & -found)] ?? 0;
      }
      return 0;
    },
  };
}
