import type { Metrics } from '#platform/metrics/metrics.ts';

export type NotificationMetrics = ReturnType<typeof notificationMetrics>;

export const notificationMetrics = (metrics: Metrics) => ({
  events: metrics.counter({
    name: 'telltale_notification_events_total',
    help: 'Alarm events for a target, sent individually (single) or counted in a group (grouped); a replay counts again',
    labels: ['kind', 'delivery'],
  }),
  full: metrics.counter({
    name: 'telltale_notification_full_total',
    help: 'Waits for a full job stream',
    labels: [],
  }),
  attempts: metrics.counter({
    name: 'telltale_notification_attempts_total',
    help: 'Delivery attempts, by kind and outcome',
    labels: ['kind', 'outcome'],
  }),
});
