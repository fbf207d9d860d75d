import { counters } from '#schemas/counter/catalogue.ts';
import type { Counter } from '#schemas/counter/catalogue.ts';

const IF = '1.3.6.1.2.1.2.2.1';
const IFX = '1.3.6.1.2.1.31.1.1.1';

/** Scalars (RFC 3418, RFC 2863). */
export const scalar = {
  sysDescr: '1.3.6.1.2.1.1.1.0',
  sysObjectId: '1.3.6.1.2.1.1.2.0',
  sysUpTime: '1.3.6.1.2.1.1.3.0',
  sysName: '1.3.6.1.2.1.1.5.0',
  ifTableLastChange: '1.3.6.1.2.1.31.1.5.0',
} as const;

/** Columns beside those of the catalogue; the ifIndex follows. */
export const column = {
  ifDescr: `${IF}.2`,
  ifSpeed: `${IF}.5`,
  ifName: `${IFX}.1`,
  ifHighSpeed: `${IFX}.15`,
  ifAlias: `${IFX}.18`,
  ifCounterDiscontinuityTime: `${IFX}.19`,
} as const;

export interface InterfaceCounter extends Counter {
  readonly oid: string;
}

const all: readonly Counter[] = Object.values(counters);

/** Counters of the catalogue that are columns of an interface. */
export const interfaceCounters: readonly InterfaceCounter[] = all.filter(
  (counter): counter is InterfaceCounter => counter.element === 'interface' && counter.oid !== undefined,
);

/** Everything that is asked of an interface in each poll, its name by `nameColumn`. */
export const objectsOf = (index: number, nameColumn: string): readonly string[] =>
  [
    nameColumn,
    column.ifCounterDiscontinuityTime,
    column.ifHighSpeed,
    column.ifSpeed,
    ...interfaceCounters.map(({ oid }) => oid),
  ].map((oid) => `${oid}.${String(index)}`);
