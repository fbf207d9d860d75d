import { NAMED_ENGINE } from '../template/application-id.ts';
import { deviceText } from '../template/device-text.ts';
import { BoundedTable } from './bounded-table.ts';
import type { NameBudget } from './name-budget.ts';

/** Application attributes as the device reports them; empty if it does not. */
export interface ReportedAttributes {
  readonly category: string;
  readonly subCategory: string;
  readonly group: string;
  readonly trafficClass: string;
  readonly relevance: string;
}

export interface NamedApplication extends ReportedAttributes {
  /** Engine in the upper, selector in the lower 32 bits. */
  readonly application: number;
  readonly name: string;
  /** When the exporter first reported this name, milliseconds since 1970. */
  readonly since: number;
}

/** Twice the size of the largest NBAR2 protocol pack. */
const MAX_APPLICATIONS = 4_096;
const none: ReportedAttributes = {
  category: '',
  subCategory: '',
  group: '',
  trafficClass: '',
  relevance: '',
};
const keys = Object.keys(none) as (keyof ReportedAttributes)[];

/** Applications of an exporter, from its own tables and from the names in its records. */
export class Applications {
  /** Names by number. Always the same map: it is read for every row. */
  readonly names: ReadonlyMap<number, string>;
  readonly attributes: ReadonlyMap<number, ReportedAttributes>;
  readonly #names: BoundedTable<number, string>;
  readonly #attributes: BoundedTable<number, ReportedAttributes>;
  readonly #onChange: () => void;
  readonly #changed = new Set<number>();
  readonly #since = new Map<number, number>();
  readonly #budget: NameBudget;
  /** Names and attributes rejected because there were too many. */
  rejected = 0;

  constructor(budget: NameBudget, onChange: () => void) {
    this.#names = new BoundedTable({ budget, maxEntries: MAX_APPLICATIONS });
    this.#attributes = new BoundedTable({ budget, maxEntries: MAX_APPLICATIONS, weight: keys.length });
    this.names = this.#names.entries;
    this.attributes = this.#attributes.entries;
    this.#onChange = onChange;
    this.#budget = budget;
  }

  /** Sets the name of an application; the oldest entry is evicted if the table is full. */
  setName(number: number, name: string): void {
    if (this.names.get(number) === name) return;
    if (this.#names.set(number, name)) {
      this.#setSince(number, this.#budget.nowMs);
      this.#markChanged(number);
    } else this.rejected += 1;
  }

  /** Sets the attributes of an application. */
  setAttributes(number: number, attributes: ReportedAttributes): void {
    const known = this.attributes.get(number) ?? none;
    if (keys.every((key) => known[key] === attributes[key])) return;
    if (this.#attributes.set(number, attributes)) this.#markChanged(number);
    else this.rejected += 1;
  }

  /** Restores entries from before a restart, except those learned since. */
  restore(
    names: Iterable<readonly [number, string, number]>,
    attributes: Iterable<readonly [number, ReportedAttributes]>,
  ): void {
    for (const [number, name, since] of names)
      if (!this.names.has(number) && this.#names.restore(number, name)) {
        this.#setSince(number, since);
        this.#markChanged(number);
      }
    for (const [number, kind] of attributes)
      if (!this.attributes.has(number) && this.#attributes.restore(number, kind)) this.#markChanged(number);
  }

  /** Names with the time since which they count, for a snapshot. */
  entries(): readonly (readonly [number: number, name: string, since: number])[] {
    return [...this.names].map(([number, name]) => [number, name, this.#since.get(number) ?? 0]);
  }

  /** Called when the domain is evicted. */
  clear(): void {
    this.#names.clear();
    this.#attributes.clear();
    this.#since.clear();
  }

  /**
   * Selector of an application that the device only names: FNV-1a over the lower-case name without padding zeroes. The
   * same name has the same selector on every collector. The name is stored with those of the device's table.
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
    if (this.names.size < MAX_APPLICATIONS && !this.names.has(number))
      this.setName(number, deviceText(view, { at, length: used }).toLowerCase());
    return selector;
  }

  /** Returns the named applications that changed since the last call. */
  drainChanged(): readonly NamedApplication[] {
    const taken = [...this.#changed].flatMap((application) => {
      const name = this.names.get(application);
      return name === undefined
        ? []
        : [
            {
              application,
              name,
              since: this.#since.get(application) ?? 0,
              ...(this.attributes.get(application) ?? none),
            },
          ];
    });
    this.#changed.clear();
    return taken;
  }

  /** Times of evicted names are removed now and then. */
  #setSince(number: number, since: number): void {
    this.#since.set(number, since);
    if (this.#since.size <= MAX_APPLICATIONS * 2) return;
    for (const known of this.#since.keys()) if (!this.names.has(known)) this.#since.delete(known);
  }

  #markChanged(number: number): void {
    this.#onChange();
    this.#changed.add(number);
    for (const oldest of this.#changed) {
      if (this.#changed.size <= MAX_APPLICATIONS) break;
      this.#changed.delete(oldest);
    }
  }
}
