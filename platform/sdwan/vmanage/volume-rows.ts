import { looseNumber, looseText, type LooseFields } from '../lenient.ts';
import { VOLUME_STEP_MS, type ManagedVolume } from '../managed-volume.ts';
import { timeText } from './alarm-rows.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';

/** Applications of a device in an interval; Elasticsearch limits what is grouped. */
const GROUPS = 10_000;

/** Deep packet inspection by device, application and interval: octets and packets of both directions. */
export const volumeQuery = (startMs: number, endMs: number): object => ({
  query: {
    condition: 'AND',
    rules: [
      {
        field: 'entry_time',
        type: 'date',
        operator: 'between',
        value: [timeText(startMs), timeText(endMs - 1_000)],
      },
    ],
  },
  aggregation: {
    field: ['vdevice_name', 'application', 'family'].map((property, index) => ({
      property,
      sequence: index + 1,
      size: GROUPS,
    })),
    histogram: { property: 'entry_time', type: 'minute', interval: VOLUME_STEP_MS / MINUTE_MS, order: 'asc' },
    metrics: [
      { property: 'octets', type: 'sum' },
      { property: 'packets', type: 'sum' },
    ],
  },
});

/** Rows of `POST /statistics/dpi/aggregation`. Devices are named by their system address. */
export function vmanageVolumes(rows: readonly LooseFields[], tenant: string): readonly ManagedVolume[] {
  return rows.flatMap((row): readonly ManagedVolume[] => {
    const [device, application] = [looseText(row, 'vdevice_name'), looseText(row, 'application')];
    const [atMs, bytes] = [looseNumber(row, 'entry_time'), looseNumber(row, 'octets')];
    if (device === '' || application === '' || atMs === undefined || bytes === undefined) return [];
    const packets = looseNumber(row, 'packets') ?? 0;
    return [{ tenant, device, application, family: looseText(row, 'family'), atMs, bytes, packets }];
  });
}
