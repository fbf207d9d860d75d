import { z } from 'zod';
import { CsvDialect } from '../csv/csv-dialect.ts';
import { ExportLine, FileRowLimit } from '../csv/file-line.ts';
import { API, EXPORT_TIMEOUT_MS, route } from '../route.ts';
import { BillingDay, daysBetween } from './day.ts';
import { BillingMail, BillingMailView } from './mail.ts';
import { ContractedUnits, Units } from './service.ts';

const PATH = `${API}/mt/license`;
/** Longest period of a bill. */
export const MAX_BILLED_DAYS = 366;

const reading = { method: 'GET', scope: 'admin', needs: 'LICENSE.read' } as const;
const writing = { scope: 'admin', everyCustomer: true, needs: 'LICENSE.write' } as const;

const between = { from: BillingDay, to: BillingDay } as const;

/** Rejects a period that ends before it starts, or that is longer than a year; both days are part of it. */
const asPeriod = <Schema extends z.ZodType<{ readonly from: string; readonly to: string }>>(schema: Schema) =>
  schema
    .refine(({ from, to }) => from <= to, { path: ['from'], message: 'START_AFTER_END' })
    .refine(({ from, to }) => daysBetween(from, to) < MAX_BILLED_DAYS, {
      path: ['from'],
      message: 'PERIOD_TOO_LONG',
      params: { days: MAX_BILLED_DAYS },
    });

const ofPeriod = {
  ...between,
  /** Of one customer; all that the caller sees when absent. */
  customer: z.coerce.number().int().positive().optional(),
} as const;

const Period = asPeriod(z.strictObject(ofPeriod));
export type BilledPeriod = z.infer<typeof Period>;

/** Units of the customers that the caller sees, on one day. */
export const BilledDay = z.strictObject({
  day: BillingDay,
  /** When they were counted. */
  countedAt: z.iso.datetime(),
  units: Units,
});
export type BilledDay = z.infer<typeof BilledDay>;

const billedCustomer = {
  id: z.int(),
  /** As when they were counted: also of a customer that was deleted since. */
  clientId: z.string(),
  name: z.string(),
} as const;

export const BilledCustomer = z.strictObject({ ...billedCustomer, units: Units });
export type BilledCustomer = z.infer<typeof BilledCustomer>;

export const listBilledDays = route({
  ...reading,
  path: PATH,
  summary: 'Units of every service and day, of the customers that the caller sees; newest first',
  query: Period,
  reply: z.strictObject({
    days: z.array(BilledDay),
    /** Customers of the period, by name. */
    customers: z.array(z.strictObject(billedCustomer)),
    /** Units that the license covers; null: default billing. */
    contract: ContractedUnits.nullable(),
  }),
});

export const readBilledDay = route({
  ...reading,
  path: `${PATH}/day/:day`,
  summary: 'Units of every customer that the caller sees, on one day',
  params: z.strictObject({ day: BillingDay }),
  reply: z.strictObject({ customers: z.array(BilledCustomer) }),
  problems: ['NOT_FOUND'],
});

export const exportBilledUnits = route({
  ...reading,
  path: `${PATH}/export`,
  summary: 'Units by day, customer and service, with the total per day, as CSV',
  query: asPeriod(
    z.strictObject({
      ...ofPeriod,
      /** By default that of the language of the user. */
      dialect: CsvDialect.optional(),
    }),
  ),
  reply: z.string(),
  media: 'text/csv',
  timeoutMs: EXPORT_TIMEOUT_MS,
});

export const exportBilledUnitRows = route({
  ...reading,
  path: `${PATH}/export/rows`,
  summary:
    'Units by day, customer and service, with the total per day, as lines of JSON: the rows of a workbook',
  query: asPeriod(z.strictObject({ ...ofPeriod, limit: FileRowLimit })),
  reply: ExportLine,
  stream: 'application/x-ndjson',
  isExport: true,
  timeoutMs: EXPORT_TIMEOUT_MS,
});

export const countUnitsAgain = route({
  ...writing,
  method: 'POST',
  path: `${PATH}/count`,
  summary: 'Count the last 35 days again from what is stored; counts only grow',
  reply: z.strictObject({ days: z.int() }),
  problems: ['UNAVAILABLE'],
  noChange: 'act',
  timeoutMs: 120_000,
});

export const readBillingMail = route({
  ...reading,
  everyCustomer: true,
  path: `${PATH}/mail`,
  summary: 'Who gets the units by mail, and when',
  reply: BillingMailView,
});

export const updateBillingMail = route({
  ...writing,
  method: 'PUT',
  path: `${PATH}/mail`,
  summary: 'Update who gets the units by mail, and when',
  body: BillingMail,
  reply: z.strictObject({}),
});

export const sendBilledUnits = route({
  ...writing,
  method: 'POST',
  path: `${PATH}/send`,
  summary: 'Mail the units of a period now, with the CSV file attached',
  body: asPeriod(z.strictObject(between)),
  reply: z.strictObject({ recipients: z.int() }),
  problems: ['MAIL_SERVER_MISSING', 'SCHEDULING_NO_EMAILS', 'UNAVAILABLE'],
  noChange: 'act',
});
