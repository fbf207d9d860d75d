import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { harmlessCell } from '#schemas/csv/harmless-cell.ts';
import { billingServices, noUnits, totalOf } from '#schemas/billing/service.ts';
import type { Units } from '#schemas/billing/service.ts';
import type { DayWithCustomers } from './billed-units.ts';

const columns = ['day', 'clientId', 'customer', ...billingServices, 'total'];
const TOTAL = 'TOTAL';

const sumOf = (all: readonly Units[]): Units =>
  all.reduce(
    (sum, units) => ({
      device: sum.device + units.device,
      exporter: sum.exporter + units.exporter,
      edge: sum.edge + units.edge,
      probe: sum.probe + units.probe,
      application: sum.application + units.application,
    }),
    noUnits,
  );

/** Lines of a piece: a few milliseconds of work. */
const LINES_PER_PIECE = 250;

const linesOf = ({ day, customers }: DayWithCustomers) => {
  const total = sumOf(customers.map(({ units }) => units));
  return [
    ...customers.map(({ clientId, name: customer, units }) => ({
      ...{ day, clientId, customer, ...units },
      total: totalOf(units),
    })),
    { day, clientId: '', customer: TOTAL, ...total, total: totalOf(total) },
  ];
};

/**
 * Units by day and customer, each day with a line of its total. Pieces of a file: the thousands of lines of a month, written in one
 * go, would keep every other request waiting.
 */
export async function* billingCsv(
  days: AsyncIterable<DayWithCustomers> | Iterable<DayWithCustomers>,
): AsyncGenerator<string, void, undefined> {
  yield stringify([columns], { bom: true });
  for await (const day of days) {
    const lines = linesOf(day);
    for (let from = 0; from < lines.length; from += LINES_PER_PIECE) {
      yield stringify(lines.slice(from, from + LINES_PER_PIECE), { columns, cast: { string: harmlessCell } });
      await setImmediate();
    }
  }
}
