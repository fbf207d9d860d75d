import { Evaluator } from '../alarm/evaluator.ts';
import type { Retired } from '../alarm/evaluator.ts';
import type { EngineConfiguration } from '../configuration/engine-configuration.ts';
import { ElementIndex, slotsBefore } from '../configuration/element-table.ts';
import { columnCounts } from '../measure/counter-columns.ts';
import type { ElementKind } from '../measure/counter-columns.ts';
import type { OpenWindows } from '../measure/open-windows.ts';
import { SeriesTable, recordBytes } from '../measure/series-table.ts';

/** All state whose shape follows the configuration in force. */
export interface Configured {
  readonly configuration: EngineConfiguration;
  readonly index: ElementIndex;
  readonly series: Readonly<Record<ElementKind, SeriesTable>>;
  readonly evaluator: Evaluator;
}

type SeriesBytes = (kind: ElementKind, bytes: number) => Uint8Array;

const none: SeriesBytes = (_, bytes) => new Uint8Array(bytes);

export function configured(
  configuration: EngineConfiguration,
  windows: OpenWindows,
  seriesBytes: SeriesBytes = none,
): Configured {
  const series = (kind: ElementKind) => {
    const bytes = configuration[kind].ids.length * columnCounts[kind] * recordBytes;
    return new SeriesTable(kind, seriesBytes(kind, bytes), windows);
  };
  return {
    configuration,
    index: new ElementIndex(configuration),
    series: { interface: series('interface'), device: series('device') },
    evaluator: new Evaluator(configuration),
  };
}

/** The same elements and alarms keep their state under another configuration; `newest`: number of the last window closed. */
export function reconfigured(
  before: Configured,
  configuration: EngineConfiguration,
  newest: number,
): { readonly now: Configured; readonly retired: readonly Retired[] } {
  const carry: SeriesBytes = (kind, length) => {
    const bytes = new Uint8Array(length);
    const elementBytes = columnCounts[kind] * recordBytes;
    const slots = slotsBefore(configuration[kind].ids, before.configuration[kind].ids);
    for (const [slot, old] of slots.entries())
      if (old >= 0) {
        const from = old * elementBytes;
        bytes.set(before.series[kind].bytes.subarray(from, from + elementBytes), slot * elementBytes);
      }
    return bytes;
  };
  const now = configured(configuration, before.series.interface.windows, carry);
  return { now, retired: now.evaluator.adopt(before.evaluator, newest) };
}
