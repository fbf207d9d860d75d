import { setImmediate } from 'node:timers/promises';
import { billingServices, noUnits, totalOf } from '#schemas/billing/service.ts';
import type { Units } from '#schemas/billing/service.ts';
import type { CsvDialect } from '#schemas/csv/csv-dialect.ts';
import { csvLines } from '#schemas/csv/table-file.ts';
import type { FileCell, FileColumn } from '#schemas/csv/table-file.ts';
import type { DayWithCustomers } from './billed-units.ts';

const columns = ['day', 'clientId', 'customer', ...billingServices, 'total'].map((name): FileColumn => ({
  is: 'value',
  name,
}));
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

const cellsOf = (units: Units): readonly FileCell[] => [
  ...billingServices.map((service) => units[service]),
  totalOf(units),
];

const rowsOf = ({ day, customers }: DayWithCustomers): readonly (readonly FileCell[])[] => [
  ...customers.map(({ clientId, name, units }) => [day, clientId, name, ...cellsOf(units)]),
  [day, '', TOTAL, ...cellsOf(sumOf(customers.map(({ units }) => units)))],
];

/**
 * Units by day and customer, each day with a line of its total. Pieces of a file: the thousands of lines of a month, written in one
 * go, would keep every other request waiting.
 */
export async function* billingCsv(
  days: AsyncIterable<DayWithCustomers> | Iterable<DayWithCustomers>,
  dialect: CsvDialect,
): AsyncGenerator<string, void, undefined> {
  const { heading, lineOf } = csvLines(columns, { dialect, language: 'en' });
  yield heading;
  for await (const day of days) {
    const rows = rowsOf(day);
    for (let from = 0; from < rows.length; from += LINES_PER_PIECE) {
      yield rows
        .slice(from, from + LINES_PER_PIECE)
        .map(lineOf)
        .join('');
      await setImmediate();
    }
  }
}
