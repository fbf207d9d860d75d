import { z } from 'zod';
import { API, route } from '../route.ts';
import { TemplateReport } from './template-report.ts';
import { ExporterPeriod } from './report-period.ts';

const counted = z.record(z.string(), z.number());

/** Statistics of one exporter and observation domain in a period. */
export const ExporterReport = z.strictObject({
  customer: z.int(),
  customerName: z.string(),
  device: z.int(),
  deviceName: z.string(),
  address: z.string(),
  domain: z.int(),
  /** Name of the collector process. */
  collector: z.string(),
  packets: z.number(),
  bytes: z.number(),
  records: z.number(),
  /** In the newest minute. */
  recordsPerSecond: z.number(),
  /** Milliseconds since 1970. */
  lastExport: z.number(),
  /** Milliseconds that the exporter's clock is ahead of the collector's, and the correction applied to its timestamps. */
  skewMs: z.number(),
  correctionMs: z.number(),
  timesReplaced: z.number(),
  /** Records lost by sequence numbers. */
  lost: z.number(),
  duplicates: z.number(),
  restarts: z.number(),
  /** Sets without a template. */
  unknownTemplate: z.number(),
  samplesLost: z.number(),
  samplesDropped: z.number(),
  samplesNotIp: z.number(),
  /** Reported by the exporter: records sent, flows not sent, packets ignored. */
  exporterSent: z.number(),
  exporterNotSent: z.number(),
  exporterIgnored: z.number(),
  /** Bytes of flows, multiplied by their sampling interval. */
  flowBytes: z.number(),
  /** Those in no sum, because another row of the site reports them, and those only in the sums of their site. */
  duplicateBytes: z.number(),
  otherSiteBytes: z.number(),
  /** By sampling rate, `unknown` sampler, or `not announced`. */
  sampledBytes: counted,
  /** Flows that are larger than their interface could carry, and their bytes; in no sum. */
  quarantined: z.number(),
  quarantinedBytes: z.number(),
  /** Rejected datagrams, sets and templates by reason. */
  errors: counted,
  /** Statistics by template. */
  templates: z.array(TemplateReport),
  /** Records with unknown information elements, by element. */
  unknownElements: counted,
});
export type ExporterReport = z.infer<typeof ExporterReport>;

export const listExporters = route({
  method: 'GET',
  path: `${API}/mt/monitoring-collect/exporter`,
  scope: 'admin',
  needs: 'SUPPORT.COLLECT.read',
  summary: 'Statistics of each exporter of the user’s customers',
  query: z.strictObject({ period: ExporterPeriod.default('1h') }),
  reply: z.strictObject({ exporters: z.array(ExporterReport) }),
  problems: ['TOO_MUCH_DATA'],
});
