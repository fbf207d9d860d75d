import { z } from 'zod';
import { documentParams, documentRoutesIn } from '../dashboard/kind/document-routes.ts';
import { resourceKinds } from '../resource/kind.ts';
import { PlacedVisibility } from '../resource/resource.ts';
import { API, route } from '../route.ts';
import { stated } from '../stated.ts';
import { ReportDifference } from './difference.ts';
import { ReportDraft, ReportEntry, ReportSummary } from './entry.ts';
import { ReportFile, WrittenReportFile } from './file.ts';

const content = {
  Draft: ReportDraft,
  Update: stated(ReportDraft).safeExtend({
    visibility: PlacedVisibility,
    version: z.int().positive(),
  }),
  Summary: ReportSummary,
  Entry: ReportEntry,
  Difference: ReportDifference,
  File: ReportFile,
  WrittenFile: WrittenReportFile,
  unavailable: 'REPORT_UNAVAILABLE',
} as const;

/** Reports of customers, with those that the provider shares: creating one from a template duplicates it. */
export const customerReports = documentRoutesIn(
  {
    path: `${API}/customers/:customerId/report`,
    scope: 'customer',
    ...resourceKinds.report.customer,
    ...documentParams.customer,
    what: `${resourceKinds.report.words.one} of a customer`,
    // What renders a report reads it with a token of that report.
    display: true,
  },
  content,
);

/** Report templates of the multi-client space. */
export const providerReports = documentRoutesIn(
  {
    path: `${API}/mt/report`,
    scope: 'admin',
    ...resourceKinds.report.template,
    ...documentParams.provider,
    what: `${resourceKinds.report.words.one} of the multi-client space`,
  },
  content,
);

/** What the configuration says about reports. */
export const readReportSettings = route({
  method: 'GET',
  path: `${API}/report-settings`,
  scope: 'none',
  // Which everyone has: what renders a report reads it too.
  needs: 'HOME.read',
  display: true,
  summary: 'Maximum number of pages of a report, and how often its pages are resolved',
  reply: z.strictObject({ maxPages: z.number(), resolvingIntervalMs: z.number() }),
});
