import type { AsEditions, AsLimits } from '#schemas/explore/address-as.ts';
import { StoredAddresses } from './stored-addresses.ts';

type Needs = Omit<ConstructorParameters<typeof StoredAddresses>[0], 'limits'>;

/** The AS numbers of addresses in the store: the limits, and the numbers that they lead to. */
export class StoredSystems {
  readonly #limits: StoredAddresses;
  readonly #numbers: StoredAddresses;

  constructor(needs: Needs, systems: AsLimits | undefined) {
    this.#limits = new StoredAddresses({ ...needs, limits: systems?.limits });
    this.#numbers = new StoredAddresses({ ...needs, limits: systems?.numbers });
  }

  /** Returns the editions that statements look up, once they are in the store; undefined: the file has names only, or there is none. */
  async files(): Promise<AsEditions | undefined> {
    const [limits, numbers] = await Promise.all([this.#limits.file(), this.#numbers.file()]);
    return limits === undefined || numbers === undefined ? undefined : { limits, numbers };
  }
}
