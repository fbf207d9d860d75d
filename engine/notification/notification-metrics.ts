import type { Metrics } from '#platform/metrics/metrics.ts';

export type NotificationMetrics = ReturnType<typeof notificationMetrics>;

export const notificationMetrics = (metrics: Metrics) => ({
  events: metrics.counter({
    name: 'telltale_notification_events_total',
    help: 'Alarm events for a target, told one by one (single) or counted in a group (grouped); a replay counts again',
    labels: ['kind', 'told'],
  }),
  full: metrics.counter({
    name: 'telltale_notification_full_total',
    help: 'Times at which the stream of jobs took nothing',
    labels: [],
  }),
  attempts: metrics.counter({
    name: 'telltale_notification_attempts_total',
    help: 'Attempts to deliver, by kind and outcome',
    labels: ['kind', 'outcome'],
  }),
});
