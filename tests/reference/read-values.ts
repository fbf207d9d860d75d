import fc from 'fast-check';
import { expect } from 'vitest';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { isNear } from './comparison.ts';
import { WINDOW } from './naive/windows-of-samples.ts';
import { sessions } from './network/large-network.ts';
import type { ServedNetwork } from './served-network.ts';

/** Sessions of which windows of five minutes are retained, the first and last window left out. */
export const fine = sessions
  .filter(({ from }) => from > Date.parse('2026-10-03T00:00:00Z') / 1_000)
  .map(({ from, to }) => ({ from: from + WINDOW, to: to - WINDOW }));

/** A period within a session, in windows: in it a device of each site of the first customer is observed throughout. */
export const somePeriod = fc
  .record({ session: fc.constantFrom(...fine), ends: fc.tuple(fc.nat(100), fc.nat(100)) })
  .map(({ session: { from, to }, ends: [one, other] }) => {
    const windows = (to - from) / WINDOW;
    const first = one % (windows - 1);
    const length = 1 + (other % (windows - first - 1));
    return { from: from + first * WINDOW, to: from + (first + length) * WINDOW };
  });
/** Days of the network with windows of five minutes in all zones. */
export const DAYS = {
  from: Date.parse('2026-10-12T00:00:00Z') / 1_000,
  to: Date.parse('2026-11-02T00:00:00Z') / 1_000,
};

/** By key: the values of each series, by step. */
export type ReadRow = ReadonlyMap<string, readonly (readonly (number | null)[])[]>;

/** Values of a request by REST: of all keys, none where there are no data. */
export async function readValues(
  { read }: ServedNetwork,
  customer: number,
  request: Omit<DataRequestInput, 'id'>,
): Promise<ReadRow> {
  const hasKeys = (request.keys ?? []).some((key) => key !== 'date');
  const breakdown = hasKeys ? ({ kind: 'all' } as const) : ({ kind: 'none' } as const);
  const found = await read(customer, [{ id: 'one', breakdown, ...request }]);
  const result = found.get('one')!;
  if (result === 'DASHLET_NO_DATA') return new Map();
  if (typeof result === 'string') return expect.fail(`${result} ${JSON.stringify(request)}`);
  return new Map(
    result.rows.map(({ key, values }) => [key.map(({ id }) => id).join('+'), values.map((own) => [...own])]),
  );
}

/** Sum over the keys of the first value of the first series. */
export const totalRead = (values: ReadRow): number =>
  [...values.values()].reduce((sum, series) => sum + (series[0]?.[0] ?? 0), 0);

/** Expects doubles that were added in another order. */
export const near = (found: number, right: number, name: string): void => {
  expect(isNear(found, right), `${name}: ${String(found)} for ${String(right)}`).toBe(true);
};
