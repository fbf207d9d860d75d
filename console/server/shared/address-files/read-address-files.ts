import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { AsLimits } from '#schemas/explore/address-as.ts';
import { readAsNames } from './read-as-names.ts';
import { readCountries } from './read-countries.ts';

/** A file about addresses that the operator supplies, and what became of it. */
export interface AddressFile {
  /** The variable that names it. */
  readonly variable: 'AS_NAMES_FILE' | 'COUNTRIES_FILE';
  readonly path: string;
  /** Why it was not read; undefined: it was. */
  readonly fault: string | undefined;
}

/** What the explorer knows of addresses. */
export interface AddressKnowledge {
  /** Names of autonomous systems by number. */
  readonly asNames: ReadonlyMap<number, string>;
  /** AS numbers of addresses; undefined: there is no file, or one without networks. */
  readonly systems?: AsLimits | undefined;
  /** Limits of countries (`countryLimits`); undefined: there is no file. */
  readonly countries: BigUint64Array | undefined;
  readonly files: readonly AddressFile[];
}

export const noAddressKnowledge: AddressKnowledge = { asNames: new Map(), countries: undefined, files: [] };

/** Paths as they are configured; empty: none. */
interface ConfiguredFiles {
  readonly asNames: string;
  readonly countries: string;
}

/** Reads the files. One that is missing, cut or something else is reported with its cause, and stops nothing. */
export async function readAddressFiles(configured: ConfiguredFiles): Promise<AddressKnowledge> {
  const files: AddressFile[] = [];
  const read = async <Value>(
    variable: AddressFile['variable'],
    configuredPath: string,
    parse: (path: string, content: Buffer) => Promise<Value>,
  ): Promise<Value | undefined> => {
    if (configuredPath === '') return undefined;
    const path = resolve(configuredPath);
    try {
      const value = await parse(path, await readFile(path));
      files.push({ variable, path, fault: undefined });
      return value;
    } catch (error) {
      files.push({ variable, path, fault: error instanceof Error ? error.message : String(error) });
      return undefined;
    }
  };
  const known = await read('AS_NAMES_FILE', configured.asNames, readAsNames);
  const countries = await read('COUNTRIES_FILE', configured.countries, readCountries);
  return {
    asNames: known?.names ?? noAddressKnowledge.asNames,
    systems: known?.systems,
    countries,
    files,
  };
}
