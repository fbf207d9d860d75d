import { z } from 'zod';
import { API, route } from '../route.ts';
import { TemplateReport } from './template-report.ts';
import { ReportPeriod } from './report-period.ts';

const counted = z.record(z.string(), z.number());

/** What collectors saw of one exporter and observation domain in a period. */
export const ExporterReport = z.strictObject({
  customer: z.int(),
  customerName: z.string(),
  device: z.int(),
  deviceName: z.string(),
  address: z.string(),
  domain: z.int(),
  /** The collector process. */
  collector: z.string(),
  packets: z.number(),
  bytes: z.number(),
  records: z.number(),
  /** Of the newest minute. */
  recordsPerSecond: z.number(),
  /** Milliseconds since 1970. */
  lastExport: z.number(),
  /** Milliseconds that the exporter's clock is ahead of ours, and what was added to its times for it. */
  skewMs: z.number(),
  correctionMs: z.number(),
  timesReplaced: z.number(),
  /** Records that were sent and never came in, by sequence numbers. */
  lost: z.number(),
  duplicates: z.number(),
  restarts: z.number(),
  /** Sets whose template never came. */
  unknownTemplate: z.number(),
  samplesLost: z.number(),
  samplesDropped: z.number(),
  samplesNotIp: z.number(),
  /** What the exporter says of itself: records sent, flows that it could not send, packets that it did not look at. */
  exporterSent: z.number(),
  exporterNotSent: z.number(),
  exporterIgnored: z.number(),
  /** Datagrams, sets and templates refused, by reason. */
  errors: counted,
  /** What came in by template. */
  templates: z.array(TemplateReport),
  /** Records that carried elements that no list names, by element. */
  unknownElements: counted,
});
export type ExporterReport = z.infer<typeof ExporterReport>;

export const listExporters = route({
  method: 'GET',
  path: `${API}/mt/monitoring-collect/exporter`,
  scope: 'admin',
  needs: 'SUPPORT.COLLECT.read',
  summary: 'What collectors saw of each exporter of the user’s customers',
  query: z.strictObject({ period: ReportPeriod.default('1h') }),
  reply: z.strictObject({ exporters: z.array(ExporterReport) }),
  problems: ['TOO_MUCH_DATA'],
});
