import { Evaluator } from '../alarm/evaluator.ts';
import type { Retired } from '../alarm/retired.ts';
import type { EngineConfiguration } from '../configuration/engine-configuration.ts';
import { ElementIndex, slotsOf } from '../configuration/element-table.ts';
import { columns } from '../measure/counter-columns.ts';
import type { OpenWindows } from '../measure/open-windows.ts';
import { SeriesTable } from '../measure/series-table.ts';

/** All state whose shape follows the configuration in force. */
export interface Configured {
  readonly configuration: EngineConfiguration;
  readonly index: ElementIndex;
  /** By number of source. */
  readonly series: readonly SeriesTable[];
  readonly evaluator: Evaluator;
}

type SeriesBytes = (source: number, bytes: number) => Uint8Array;

const strideOf = (source: number): number => columns[source]?.stride ?? 0;

const none: SeriesBytes = (_, bytes) => new Uint8Array(bytes);

export function configured(
  configuration: EngineConfiguration,
  windows: OpenWindows,
  seriesBytes: SeriesBytes = none,
): Configured {
  return {
    configuration,
    index: new ElementIndex(configuration.elements),
    series: configuration.elements.map(({ ids }, source) => {
      const bytes = seriesBytes(source, ids.length * strideOf(source));
      return new SeriesTable(source, bytes, windows);
    }),
    evaluator: new Evaluator(configuration),
  };
}

/** The same elements and alarms keep their state under another configuration; `newest`: number of the last window closed. */
export function reconfigured(
  before: Configured,
  configuration: EngineConfiguration,
  { newest, windows }: { readonly newest: number; readonly windows: OpenWindows },
): { readonly now: Configured; readonly retired: readonly Retired[] } {
  const carry: SeriesBytes = (source, length) => {
    const bytes = new Uint8Array(length);
    const stride = strideOf(source);
    const known = before.series[source]?.bytes ?? bytes;
    for (const [slot, old] of slotsOf(configuration, before.configuration, source).entries())
      if (old >= 0) bytes.set(known.subarray(old * stride, (old + 1) * stride), slot * stride);
    return bytes;
  };
  const now = configured(configuration, windows, carry);
  return { now, retired: now.evaluator.adopt(before.evaluator, newest) };
}
