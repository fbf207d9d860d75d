import type { EngineConfiguration } from '../configuration/engine-configuration.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import { sourceNumber } from '../configuration/sources.ts';
import { forEachIndex, type Steps } from '#platform/clock/steps.ts';
import { keyText, flowLevels, type FlowSumKey, type FlowLevel } from './flow-key.ts';

const tableOf = (
  { elements }: EngineConfiguration,
  kind: 'site' | 'application' | 'class' | 'conversation',
) => elements[sourceNumber(kind, 'flow')];

const keyAt = ({ customers, sites, details }: ElementTable, level: FlowLevel, slot: number): FlowSumKey => ({
  customer: customers[slot] ?? 0,
  site: sites[slot] ?? 0,
  level,
  detail: details?.[slot] ?? 0,
});

/** Levels whose keys become elements once they have flows. */
const levelsOfElements: readonly FlowLevel[] = [
  flowLevels.application,
  flowLevels.class,
  flowLevels.conversation,
];

/** Keys for which one of the configurations has an element or a cluster. */
export class KnownKeys {
  readonly #keys = new Set<string>();
  /** Applications in clusters, by customer. */
  readonly #clustered = new Map<number, Set<number>>();

  private constructor() {
    // Use `createSteps`.
  }

  static *createSteps(configurations: readonly EngineConfiguration[]): Steps<KnownKeys> {
    const known = new KnownKeys();
    for (const configuration of configurations) yield* known.#addSteps(configuration);
    return known;
  }

  has(key: FlowSumKey): boolean {
    const { customer, level, detail } = key;
    if (level === flowLevels.applicationDuplicate) return this.#isClustered(customer, detail);
    if (level === flowLevels.siteDuplicate)
      return this.#keys.has(keyText({ ...key, level: flowLevels.site }));
    return (
      this.#keys.has(keyText(key)) ||
      (level === flowLevels.application && this.#isClustered(customer, detail))
    );
  }

  /** Whether a key should become an element, including applications already summed by clusters. */
  lacksElement(key: FlowSumKey): boolean {
    return levelsOfElements.includes(key.level) && !this.#keys.has(keyText(key));
  }

  #isClustered(customer: number, application: number): boolean {
    return this.#clustered.get(customer)?.has(application) === true;
  }

  *#addSteps(configuration: EngineConfiguration): Steps {
    for (const kind of ['site', 'application', 'class', 'conversation'] as const) {
      const elements = tableOf(configuration, kind);
      if (elements === undefined) continue;
      yield* forEachIndex(elements.ids.length, (slot) => {
        this.#keys.add(keyText(keyAt(elements, flowLevels[kind], slot)));
      });
    }
    for (const { customer, applications } of configuration.clusters) {
      const own = this.#clustered.get(customer) ?? new Set();
      for (const application of applications) own.add(application);
      this.#clustered.set(customer, own);
    }
  }
}
