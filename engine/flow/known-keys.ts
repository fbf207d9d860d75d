import type { EngineConfiguration } from '../configuration/engine-configuration.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import { sourceNumber } from '../measure/sources.ts';
import { through } from '../partition/steps.ts';
import type { Steps, StepsTo } from '../partition/steps.ts';
import { keyText, levels } from './flow-key.ts';
import type { FlowKey, Level } from './flow-key.ts';

const tableOf = (
  { elements }: EngineConfiguration,
  kind: 'site' | 'application' | 'class' | 'conversation',
) => elements[sourceNumber(kind, 'flow')];

const keyAt = ({ customers, sites, details }: ElementTable, level: Level, slot: number): FlowKey => ({
  customer: customers[slot] ?? 0,
  site: sites[slot] ?? 0,
  level,
  detail: details?.[slot] ?? 0,
});

/** Levels whose keys become elements once flows are of them. */
const levelsOfElements: readonly Level[] = [levels.application, levels.class, levels.conversation];

/** Keys that one of these configurations has an element for, or a cluster puts together. */
export class KnownKeys {
  readonly #keys = new Set<string>();
  /** Applications that are in a cluster, by customer. */
  readonly #clustered = new Map<number, Set<number>>();

  private constructor() {
    // Made by `making`.
  }

  /** In steps. */
  static *making(configurations: readonly EngineConfiguration[]): StepsTo<KnownKeys> {
    const known = new KnownKeys();
    for (const configuration of configurations) yield* known.#add(configuration);
    return known;
  }

  has(key: FlowKey): boolean {
    const { customer, level, detail } = key;
    if (level === levels.applicationRepeated) return this.#isClustered(customer, detail);
    if (level === levels.siteRepeated) return this.#keys.has(keyText({ ...key, level: levels.site }));
    return (
      this.#keys.has(keyText(key)) || (level === levels.application && this.#isClustered(customer, detail))
    );
  }

  /** Whether a key is to become an element; an application that clusters sum already does so as well. */
  lacksElement(key: FlowKey): boolean {
    return levelsOfElements.includes(key.level) && !this.#keys.has(keyText(key));
  }

  #isClustered(customer: number, application: number): boolean {
    return this.#clustered.get(customer)?.has(application) === true;
  }

  *#add(configuration: EngineConfiguration): Steps {
    for (const kind of ['site', 'application', 'class', 'conversation'] as const) {
      const elements = tableOf(configuration, kind);
      if (elements === undefined) continue;
      yield* through(elements.ids.length, (slot) => {
        this.#keys.add(keyText(keyAt(elements, levels[kind], slot)));
      });
    }
    for (const { customer, applications } of configuration.clusters) {
      const own = this.#clustered.get(customer) ?? new Set();
      for (const application of applications) own.add(application);
      this.#clustered.set(customer, own);
    }
  }
}
