import { partitionOf } from '#schemas/bus/stream.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import { currentDefinitions } from '../configuration/engine-configuration.ts';
import { silencesOfPartition } from '../configuration/silences-of-partition.ts';
import type { WorkerNeeds } from './worker-needs.ts';

type Needs = Pick<WorkerNeeds, 'inventory' | 'alarms' | 'definitions' | 'silences' | 'partitions'>;

/** The configuration and silences that a partition applies: detects what was reloaded since. */
export class ActiveConfiguration {
  readonly #needs: Needs;
  readonly #partition: number;
  /** Another object means that it was reloaded. */
  #inventory: Inventory;
  #definitions: ReturnType<typeof currentDefinitions>;
  #silenceSources: { readonly silences: readonly Silence[]; readonly inventory: Inventory } | undefined;

  constructor(needs: Needs, partition: number) {
    this.#needs = needs;
    this.#partition = partition;
    this.#inventory = needs.inventory.current;
    this.#definitions = currentDefinitions(needs);
  }

  get inventory(): Inventory {
    return this.#inventory;
  }

  get definitions(): ReturnType<typeof currentDefinitions> {
    return this.#definitions;
  }

  /** Returns whether the configuration was reloaded. */
  update(): boolean {
    const inventory = this.#needs.inventory.current;
    const defined = currentDefinitions(this.#needs);
    const { alarms, definitions } = this.#definitions;
    const isSame =
      defined.alarms === alarms && defined.definitions === definitions && this.#inventory === inventory;
    this.#inventory = inventory;
    this.#definitions = defined;
    return !isSame;
  }

  /** Returns the silences of the partition if they or the inventory were reloaded. */
  updateSilences(): readonly Silence[] | undefined {
    const silences = this.#needs.silences.current;
    const inventory = this.#needs.inventory.current;
    const before = this.#silenceSources;
    if (silences === before?.silences && inventory === before.inventory) return undefined;
    this.#silenceSources = { silences, inventory };
    const isOwn = (customer: number): boolean =>
      partitionOf(customer, this.#needs.partitions) === this.#partition;
    return silencesOfPartition(silences, inventory, isOwn);
  }
}
