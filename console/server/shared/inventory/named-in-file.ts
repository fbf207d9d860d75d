import { siblingKey } from './stored-inventory.ts';

/** A site that a file names, with what its lines say first. */
export interface NamedSite {
  readonly key: string;
  readonly customer: string;
  readonly name: string;
  latitude: number | undefined;
  longitude: number | undefined;
}

/** A device that a file names. */
export interface NamedDevice {
  readonly key: string;
  readonly site: string;
  readonly customer: string;
  readonly name: string;
  address: string | undefined;
}

export interface NamedInFile {
  readonly sites: ReadonlyMap<string, NamedSite>;
  readonly devices: ReadonlyMap<string, NamedDevice>;
}

/** A name within its customer, wherever it is. */
export const nameWithin = (customer: string, name: string): string =>
  [customer, siblingKey('device', name)].join('\u0000');
