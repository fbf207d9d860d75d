import { NAMED_ENGINE } from '../template/application-id.ts';

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
const utf8 = new TextDecoder();

/** The applications that an exporter knows, from its own tables and from the names in its records. */
export class Applications {
  /** Names by number; another map whenever one changes. */
  names: ReadonlyMap<number, string> = new Map();
  readonly attributes = new Map<number, ApplicationAttributes>();
  readonly #onChange: () => void;
  readonly #changed = new Set<number>();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Takes names of applications; of too many the oldest give way. */
  name(names: ReadonlyMap<number, string>): void {
    const known = this.names;
    const fresh = [...names].filter(([number, name]) => known.get(number) !== name);
    if (fresh.length === 0) return;
    this.names = new Map([...known, ...fresh].slice(-MOST));
    for (const [number] of fresh) this.#changes(number);
  }

  /** Takes what kind of application a number is. */
  describe(number: number, attributes: ApplicationAttributes): void {
    const known = this.attributes.get(number) ?? none;
    const keys = Object.keys(none) as (keyof ApplicationAttributes)[];
    if (keys.every((key) => known[key] === attributes[key])) return;
    this.attributes.set(number, attributes);
    for (const oldest of this.attributes.keys()) {
      if (this.attributes.size <= MOST) break;
      this.attributes.delete(oldest);
    }
    this.#changes(number);
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
    if (this.names.size < MOST && !this.names.has(number)) {
      const bytes = new Uint8Array(view.buffer, view.byteOffset + at, used);
      this.name(new Map([[number, utf8.decode(bytes).toLowerCase()]]));
    }
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
