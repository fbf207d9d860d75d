import type { Metrics } from '#platform/metrics/metrics.ts';

/** Metrics of a process that renders reports. */
export const jobsMetrics = (metrics: Metrics) => ({
  reports: metrics.counter({
    name: 'telltale_jobs_reports_total',
    help: 'Reports whose rendering ended, by format and outcome',
    labels: ['format', 'outcome'],
  }),
  busy: metrics.gauge({ name: 'telltale_jobs_busy', help: 'Reports that are being rendered' }),
  chromium: metrics.gauge({
    name: 'telltale_jobs_chromium',
    help: 'Whether Chromium is installed: 1, or 0 if no PDF can be made',
  }),
  browsers: metrics.counter({
    name: 'telltale_jobs_browsers_total',
    help: 'Started browsers, by the reason: start, crash, memory, age',
    labels: ['reason'],
  }),
});
export type JobsMetrics = ReturnType<typeof jobsMetrics>;
