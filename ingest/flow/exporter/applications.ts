import { NAMED_ENGINE } from '../template/application-id.ts';
import { deviceText } from '../template/device-text.ts';
import { BoundedTable } from './bounded-table.ts';
import type { NameBudget } from './name-budget.ts';

/** What kind of application a device says that one is, in its own words; empty where it does not say. */
export interface ApplicationAttributes {
  readonly category: string;
  readonly subCategory: string;
  readonly group: string;
  readonly trafficClass: string;
  readonly relevance: string;
}

export interface NamedApplication extends ApplicationAttributes {
  /** Engine in the upper, selector in the lower 32 bits. */
  readonly application: number;
  readonly name: string;
}

/** Twice what the largest protocol pack of NBAR2 knows. */
const MOST = 4_096;
const none: ApplicationAttributes = {
  category: '',
  subCategory: '',
  group: '',
  trafficClass: '',
  relevance: '',
};
const keys = Object.keys(none) as (keyof ApplicationAttributes)[];

/** The applications that an exporter knows, from its own tables and from the names in its records. */
export class Applications {
  /** Names by number: always the same map, which is asked for every row. */
  readonly names: ReadonlyMap<number, string>;
  readonly attributes: ReadonlyMap<number, ApplicationAttributes>;
  readonly #names: BoundedTable<number, string>;
  readonly #attributes: BoundedTable<number, ApplicationAttributes>;
  readonly #onChange: () => void;
  readonly #changed = new Set<number>();
  /** Names and attributes that were not taken: there were too many. */
  refused = 0;

  constructor(budget: NameBudget, onChange: () => void) {
    this.#names = new BoundedTable({ budget, most: MOST });
    this.#attributes = new BoundedTable({ budget, most: MOST, weight: keys.length });
    this.names = this.#names.entries;
    this.attributes = this.#attributes.entries;
    this.#onChange = onChange;
  }

  /** Takes the name of an application; of too many the oldest give way. */
  name(number: number, name: string): void {
    if (this.names.get(number) === name) return;
    if (this.#names.put(number, name)) this.#changes(number);
    else this.refused += 1;
  }

  /** Takes what kind of application a number is. */
  describe(number: number, attributes: ApplicationAttributes): void {
    const known = this.attributes.get(number) ?? none;
    if (keys.every((key) => known[key] === attributes[key])) return;
    if (this.#attributes.put(number, attributes)) this.#changes(number);
    else this.refused += 1;
  }

  /** Takes what was known before a restart, but for what is known since. */
  restore(
    names: Iterable<readonly [number, string]>,
    attributes: Iterable<readonly [number, ApplicationAttributes]>,
  ): void {
    for (const [number, name] of names)
      if (!this.names.has(number) && this.#names.restore(number, name)) this.#changes(number);
    for (const [number, kind] of attributes)
      if (!this.attributes.has(number) && this.#attributes.restore(number, kind)) this.#changes(number);
  }

  /** Its domain is forgotten. */
  clear(): void {
    this.#names.clear();
    this.#attributes.clear();
  }

  /**
   * The selector of an application that the device names: FNV-1a over the name in lower case, up to the zeroes that fill it up.
   * The same name has the same number on every collector, and is kept with those of the device's own table.
   */
  selectorOf(view: DataView, at: number, length: number): number {
    let hash = 0x81_1c_9d_c5;
    let used = 0;
    for (; used < length; used += 1) {
      const byte = view.getUint8(at + used);
      if (byte === 0) break;
      const lower = byte >= 65 && byte <= 90 ? byte + 32 : byte;
      hash = Math.imul(hash ^ lower, 0x01_00_01_93);
    }
    if (used === 0) return 0;
    const selector = hash >>> 0;
    const number = NAMED_ENGINE * 2 ** 32 + selector;
    if (this.names.size < MOST && !this.names.has(number))
      this.name(number, deviceText(view, { at, length: used }).toLowerCase());
    return selector;
  }

  /** The applications with a name that changed since the last time. */
  takeChanged(): readonly NamedApplication[] {
    const taken = [...this.#changed].flatMap((application) => {
      const name = this.names.get(application);
      return name === undefined ? [] : [{ application, name, ...(this.attributes.get(application) ?? none) }];
    });
    this.#changed.clear();
    return taken;
  }

  #changes(number: number): void {
    this.#onChange();
    this.#changed.add(number);
    for (const oldest of this.#changed) {
      if (this.#changed.size <= MOST) break;
      this.#changed.delete(oldest);
    }
  }
}
