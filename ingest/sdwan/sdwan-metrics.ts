import type { Metrics } from '#platform/metrics/metrics.ts';

/** Metrics of the process of the SD-WAN managers. */
export const sdwanMetrics = (metrics: Metrics) => ({
  collections: metrics.counter({
    name: 'telltale_sdwan_collections_total',
    help: 'Collections from SD-WAN managers by outcome',
    labels: ['outcome'],
  }),
  unknown: metrics.counter({
    name: 'telltale_sdwan_unknown_samples_total',
    help: 'Samples of devices, interfaces and tunnels that are not in the inventory or are not collected',
  }),
  unknownDevices: metrics.counter({
    name: 'telltale_sdwan_unknown_devices_total',
    help: 'Devices that a collection measured and that are not in the inventory, once per collection',
  }),
  rows: metrics.counter({ name: 'telltale_sdwan_rows_total', help: 'Sample rows published' }),
  full: metrics.counter({
    name: 'telltale_sdwan_stream_full_total',
    help: 'Messages rejected by a full stream; they are retried',
  }),
  unconfirmed: metrics.counter({
    name: 'telltale_sdwan_unconfirmed_rows_total',
    help: 'Sample rows sent to the stream and not acknowledged for 10 minutes: stored or lost',
  }),
  held: metrics.gauge({ name: 'telltale_sdwan_held_bytes', help: 'Bytes of rows waiting for the bus' }),
});
export type SdwanMetrics = ReturnType<typeof sdwanMetrics>;
