import { sql } from 'kysely';
import { asNames } from '#platform/postgres/as-names.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { BilledCustomer, BilledDay, BilledPeriod } from '#schemas/billing/routes.ts';
import { noUnits, type BillingService, type Units } from '#schemas/billing/service.ts';
import { compareNames } from '#schemas/order/name-order.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

interface ServiceUnits {
  readonly service: BillingService;
  readonly units: number | string;
}

const unitsOf = (rows: readonly ServiceUnits[]): Units => ({
  ...noUnits,
  ...Object.fromEntries(rows.map(({ service, units }) => [service, Number(units)])),
});

/** Customers whose units are shown; undefined: every customer, also those that were deleted since. */
export type BilledScope = readonly number[] | undefined;

/** Units are of a full customer: users restricted to some of its sites do not see them. */
export function billedScope({ allCustomers, customers, sites }: Caller): BilledScope {
  if (allCustomers && sites.size === 0) return undefined;
  return [...customers.keys()].filter((customer) => !sites.has(customer));
}

type Period = Omit<BilledPeriod, 'customer'> & { readonly customer?: number | undefined };

/** Counts of the period that are in the scope. */
function within(db: Db, { from, to, customer }: Period, scope: BilledScope) {
  let query = db.selectFrom('billing_count').where('day', '>=', from).where('day', '<=', to);
  if (scope !== undefined)
    query = query.where('customer_id', '=', sql<number>`ANY(${[...scope]}::integer[])`);
  return customer === undefined ? query : query.where('customer_id', '=', customer);
}

/** The days of a period that were counted, newest first. */
export async function readBilledDays(db: Db, period: Period, scope: BilledScope): Promise<BilledDay[]> {
  const [days, rows] = await Promise.all([
    db
      .selectFrom('billing_day')
      .selectAll()
      .where('day', '>=', period.from)
      .where('day', '<=', period.to)
      .orderBy('day', 'desc')
      .execute(),
    within(db, period, scope)
      .select(['day', 'service', (is) => is.fn.sum<string>('units').as('units')])
      .groupBy(['day', 'service'])
      .execute(),
  ]);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return days.map(({ day, counted_at: countedAt }) => ({
    day,
    countedAt: countedAt.toISOString(),
    units: unitsOf(byDay.get(day) ?? []),
  }));
}

/** Customers with units in a period, by name, with the newest name that was counted. */
export async function readBilledCustomers(db: Db, period: Period, scope: BilledScope) {
  const rows = await within(db, { ...period, customer: undefined }, scope)
    .select(['customer_id as id', 'client_id as clientId', 'customer_name as name'])
    .distinctOn('customer_id')
    .orderBy('customer_id')
    .orderBy('day', 'desc')
    .execute();
  return rows.toSorted((one, other) => compareNames(one.name, other.name));
}

interface CustomerRow extends ServiceUnits {
  readonly day: string;
  readonly id: number;
  readonly clientId: string;
  readonly name: string;
}

const readRows = (db: Db, period: Period, scope: BilledScope): Promise<CustomerRow[]> =>
  within(db, period, scope)
    .select([
      'day',
      'customer_id as id',
      'client_id as clientId',
      'customer_name as name',
      'service',
      'units',
    ])
    .orderBy('day', 'desc')
    .orderBy('customer_name', asNames)
    .orderBy('customer_id')
    .execute();

function customersOf(rows: readonly CustomerRow[]): BilledCustomer[] {
  const byCustomer = Map.groupBy(rows, ({ id }) => id);
  return [...byCustomer.values()].flatMap((of) => {
    const [first] = of;
    return first === undefined
      ? []
      : [{ id: first.id, clientId: first.clientId, name: first.name, units: unitsOf(of) }];
  });
}

/** Customers with units on a day, by name. Throws NOT_FOUND for a day that was not counted. */
export async function readCustomersOfDay(db: Db, day: string, scope: BilledScope): Promise<BilledCustomer[]> {
  const counted = await db.selectFrom('billing_day').select('day').where('day', '=', day).executeTakeFirst();
  if (counted === undefined) throw new ProblemError('NOT_FOUND');
  return customersOf(await readRows(db, { from: day, to: day }, scope));
}

/** A day with its customers. */
export interface DayWithCustomers {
  readonly day: string;
  readonly customers: readonly BilledCustomer[];
}

/**
 * Days of a period with units, newest first, with their customers by name. Read day by day: the rows of a year would fill the memory
 * and take the server's time in one piece.
 */
export async function* daysWithCustomers(
  db: Db,
  period: Period,
  scope: BilledScope,
): AsyncGenerator<DayWithCustomers, void, undefined> {
  const days = await within(db, period, scope).select('day').distinct().orderBy('day', 'desc').execute();
  for (const { day } of days) {
    const rows = await readRows(db, { ...period, from: day, to: day }, scope);
    yield { day, customers: customersOf(rows) };
  }
}
