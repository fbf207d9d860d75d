import { HIDDEN_SITE } from '../kpi/flow-ends.ts';
import type { Bind } from '../kpi/bindings.ts';
import { addressAsSql, type AsEditions } from './address-as.ts';
import { addressCountrySql } from './address-country.ts';
import { defaultSubnet, type SubnetLengths } from './subnet.ts';

/** A class of service and the code points that its rules match. */
export interface CodedClass {
  readonly id: number;
  readonly dscp: readonly number[];
}

/** What the SQL of dimensions depends on: of a request, a customer and a reader. */
export interface KeyBindings {
  readonly subnet: SubnetLengths;
  /** Class of service by code point; 0: none. */
  readonly classSql: (column: string) => string;
  /** A site, or `HIDDEN_SITE` for one that the reader does not see. */
  readonly seenSql: (site: string) => string;
  /** Number of the country of an address (`countryNumber`); 0: none, or the operator has supplied no file. */
  readonly countrySql: (column: string) => string;
  /** AS number of an end: that of the exporter, else that of its address in the file of the operator. */
  readonly asSql: (column: string, address: string) => string;
}

interface BindingInput {
  readonly bind: Bind;
  readonly subnet?: SubnetLengths | undefined;
  /** In matching order: the first class with a code point has it. */
  readonly classes: readonly CodedClass[];
  /** Sites that the reader sees; undefined: all. */
  readonly seen: readonly number[] | undefined;
  /** The stored file with the countries of addresses; undefined: there is none. */
  readonly countries?: string | undefined;
  /** The stored AS numbers of addresses; undefined: only those that exporters send. */
  readonly systems?: AsEditions | undefined;
}

/** Binds what the SQL of dimensions needs to the parameters of a statement. */
export function keyBindings({
  bind,
  subnet = defaultSubnet,
  classes,
  seen,
  countries,
  systems,
}: BindingInput): KeyBindings {
  return {
    subnet,
    classSql(column) {
      const byCode = new Map<number, number>();
      for (const { id, dscp } of classes)
        for (const code of dscp) if (!byCode.has(code)) byCode.set(code, id);
      if (byCode.size === 0) return 'toUInt32(0)';
      const codes = bind('codes', 'Array(UInt8)', [...byCode.keys()]);
      return `transform(${column}, ${codes}, ${bind('classes', 'Array(UInt32)', [...byCode.values()])}, toUInt32(0))`;
    },
    seenSql: (site) =>
      seen === undefined
        ? site
        : `if(${site} IN ${bind('seen', 'Array(UInt32)', [0, ...seen])}, ${site}, ${String(HIDDEN_SITE)})`,
    countrySql: (column) =>
      countries === undefined ? 'toUInt64(0)' : addressCountrySql(column, countries, bind),
    asSql: (column, address) =>
      systems === undefined
        ? column
        : `if(${column} != 0, toUInt32(${column}), ${addressAsSql(address, systems, bind)})`,
  };
}
