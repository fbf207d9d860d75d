import { dayStartMs } from '#schemas/billing/day.ts';
import { billingServices, noUnits, totalOf, type Units } from '#schemas/billing/service.ts';
import type { CsvDialect } from '#schemas/csv/csv-dialect.ts';
import type { FileCell, FileColumn, FileRow } from '#schemas/csv/table-file.ts';
import { csvPieces, type PagedTable } from '../../shared/file/paged-table.ts';
import type { DayWithCustomers } from './billed-units.ts';

/** How a table has its days: as text, or as days of UTC that spreadsheets calculate with. */
type Days = 'text' | 'dates';

const columnsOf = (days: Days): readonly FileColumn[] => [
  days === 'text' ? { is: 'value', name: 'day' } : { is: 'day', name: 'day', timeZone: 'UTC' },
  ...['clientId', 'customer', ...billingServices, 'total'].map((name): FileColumn => ({ is: 'value', name })),
];
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

const cellsOf = (units: Units): readonly FileCell[] => [
  ...billingServices.map((service) => units[service]),
  totalOf(units),
];

function rowsOf({ day, customers }: DayWithCustomers, days: Days): readonly FileRow[] {
  const cell = days === 'text' ? day : dayStartMs(day);
  return [
    ...customers.map(({ clientId, name, units }) => [cell, clientId, name, ...cellsOf(units)]),
    [cell, '', TOTAL, ...cellsOf(sumOf(customers.map(({ units }) => units)))],
  ];
}

type UnitsByDay = AsyncIterable<DayWithCustomers> | Iterable<DayWithCustomers>;

/** Units by day and customer, each day with a row of its total. */
export const billingTable = (units: UnitsByDay, days: Days): PagedTable => ({
  columns: columnsOf(days),
  async *pages() {
    for await (const ofDay of units) yield rowsOf(ofDay, days);
  },
});

/**
 * The same as a CSV file, in pieces: the thousands of lines of a month, written in one go, would delay every other request. Names of columns
 * are the same in every language.
 */
export const billingCsv = (units: UnitsByDay, dialect: CsvDialect): AsyncGenerator<string, void, undefined> =>
  csvPieces(billingTable(units, 'text'), { dialect, language: 'en' });
