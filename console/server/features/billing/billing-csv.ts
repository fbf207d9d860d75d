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

/** Units by day and customer, each day with a line of its total. */
export function billingCsv(days: readonly DayWithCustomers[]): string {
  const lines = days.flatMap(({ day, customers }) => {
    const total = sumOf(customers.map(({ units }) => units));
    return [
      ...customers.map(({ clientId, name: customer, units }) => ({
        ...{ day, clientId, customer, ...units },
        total: totalOf(units),
      })),
      { day, clientId: '', customer: TOTAL, ...total, total: totalOf(total) },
    ];
  });
  return stringify(lines, { header: true, columns, bom: true, cast: { string: harmlessCell } });
}
