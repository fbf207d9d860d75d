import { z } from 'zod';
import {
  DashletChoice,
  OutputFormat,
  RenderingFailure,
  RenderingProgress,
  RenderingState,
  VariableChoice,
} from './rendering.ts';
import { API, route } from '../route.ts';
import { ZoneName } from '../time/time-zone.ts';

const Id = z.coerce.number().int().positive();
const ofReport = z.strictObject({ customerId: Id, resourceId: Id });
const ofRun = ofReport.extend({ runId: Id });
const at = z
  .int()
  .min(0)
  .max(2 ** 32 - 1);

/** A report that a user has requested as a file. */
export const ReportRun = z.strictObject({
  id: z.int(),
  format: OutputFormat,
  state: RenderingState,
  progress: RenderingProgress,
  /** Null: it has not failed. */
  failure: RenderingFailure.nullable(),
  /** What the process that rendered it said. */
  detail: z.string(),
  /** Null: there is no file yet. */
  file: z.strictObject({ name: z.string(), bytes: z.int() }).nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  /** The file is deleted then. */
  expiresAt: z.iso.datetime(),
});
export type ReportRun = z.infer<typeof ReportRun>;

/** Seconds since 1970; without `from` and `to` the period of the report, which then ends now. */
export const ReportRunOrder = z
  .strictObject({
    format: OutputFormat,
    from: at.optional(),
    to: at.optional(),
    /** Absent: that of the report, else of the customer. */
    timeZone: ZoneName.optional(),
    language: z.enum(['en', 'fr']).default('en'),
    variables: VariableChoice.default({}),
    /** Of a CSV: ids of the items whose values it contains; empty: all. */
    dashlets: DashletChoice.default([]),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    error: 'REQUIRED',
    path: ['to'],
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, {
    error: 'START_AFTER_END',
    path: ['from'],
  });
export type ReportRunOrder = z.infer<typeof ReportRunOrder>;

const base = {
  path: `${API}/customers/:customerId/report/:resourceId/run`,
  scope: 'customer',
  needs: 'REPORT.read',
} as const;
const one = { ...base, path: `${base.path}/:runId`, params: ofRun } as const;

export const reportRuns = {
  list: route({
    ...base,
    method: 'GET',
    summary: 'Files of a report that the caller has requested, newest first',
    params: ofReport,
    reply: z.strictObject({ runs: z.array(ReportRun) }),
    problems: ['NOT_FOUND', 'REPORT_UNAVAILABLE'],
  }),
  create: route({
    ...base,
    method: 'POST',
    summary: 'Request a report as a PDF, XLSX or CSV file: it is rendered with the rights of the caller',
    params: ofReport,
    body: ReportRunOrder,
    reply: ReportRun,
    problems: [
      ...(['NOT_FOUND', 'REPORT_UNAVAILABLE', 'REPORT_RUN_VARIABLES'] as const),
      ...(['REPORT_RUN_LIMIT', 'REPORT_BROWSER_MISSING'] as const),
    ],
  }),
  read: route({
    ...one,
    method: 'GET',
    summary: 'State and progress of the file of a report',
    reply: ReportRun,
    problems: ['NOT_FOUND', 'REPORT_UNAVAILABLE'],
  }),
  /** Also one that is done: its file is deleted. */
  cancel: route({
    ...one,
    method: 'DELETE',
    summary: 'Cancel the rendering of a report, or delete its file',
    reply: z.strictObject({}),
    problems: ['NOT_FOUND', 'REPORT_UNAVAILABLE'],
  }),
  file: route({
    ...one,
    path: `${one.path}/file`,
    method: 'GET',
    summary: 'The file of a report, until it expires',
    reply: z.string(),
    media: 'application/octet-stream',
    problems: ['NOT_FOUND', 'REPORT_UNAVAILABLE', 'REPORT_NOT_RENDERED'],
  }),
} as const;
