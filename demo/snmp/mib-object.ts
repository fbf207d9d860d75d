import type { Oid } from '#platform/ber/ber.ts';
import type { AgentValue } from './agent-value.ts';
import type { PortCounters, Totals } from '../counters.ts';
import type { FleetPort } from '../model.ts';

/** Value of an object at `t` seconds after the origin. */
export type Read = (t: number) => AgentValue;
export type Entry = readonly [Oid, Read];

export const ENTERPRISES = [1, 3, 6, 1, 4, 1];

export const octets =
  (value: string): Read =>
  () => ({ type: 'octets', value });
export const integerValue =
  (type: 'integer' | 'gauge32', value: number): Read =>
  () => ({ type, value });

/** A port with its counters; `totals` as the agent shows them: from zero after a restart. */
export interface PortObjects {
  readonly port: FleetPort;
  readonly counters: PortCounters;
  readonly totals: (direction: 'in' | 'out', t: number) => Totals;
}

/** The columns of one row of a table: `<table>.<arc>.<index>`. */
export const columnsOf = (
  table: Oid,
  index: readonly number[],
  columns: Readonly<Record<number, Read>>,
): readonly Entry[] =>
  Object.entries(columns).map(([arc, read]) => [[...table, Number(arc), ...index], read]);
