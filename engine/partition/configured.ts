import { ElementIndex, slotsOf } from '../configuration/element-table.ts';
import { elementTable } from '../configuration/element-table.ts';
import type { EngineConfiguration } from '../configuration/engine-configuration.ts';
import { columns } from '../measure/counter-columns.ts';
import type { OpenWindows } from '../measure/open-windows.ts';
import { SeriesTable } from '../measure/series-table.ts';
import { sources } from '../measure/sources.ts';

/** What the samples of a configuration are kept in. */
export interface Configured {
  readonly index: ElementIndex;
  /** By number of source. */
  readonly series: readonly SeriesTable[];
}

type SeriesBytes = (source: number, bytes: number) => Uint8Array;

const strideOf = (source: number): number => columns[source]?.stride ?? 0;
const noElements = elementTable([]);

export const noSeries: SeriesBytes = (_, bytes) => new Uint8Array(bytes);

export function configured(
  { elements }: EngineConfiguration,
  windows: OpenWindows,
  seriesBytes: SeriesBytes = noSeries,
): Configured {
  return {
    // Samples are of elements with counters alone: a site that flows are summed by has the number of something else.
    index: new ElementIndex(
      elements.map((table, source) => (sources[source]?.of === 'samples' ? table : noElements)),
    ),
    series: elements.map(({ ids }, source) => {
      const bytes = seriesBytes(source, ids.length * strideOf(source));
      return new SeriesTable(source, bytes, windows);
    }),
  };
}

/** The series of elements that are the same under another configuration. */
export const carriedSeries =
  (before: Configured, [then, now]: readonly [EngineConfiguration, EngineConfiguration]): SeriesBytes =>
  (source, length) => {
    const bytes = new Uint8Array(length);
    const stride = strideOf(source);
    const known = before.series[source]?.bytes ?? bytes;
    for (const [slot, old] of slotsOf(now, then, source).entries())
      if (old >= 0) bytes.set(known.subarray(old * stride, (old + 1) * stride), slot * stride);
    return bytes;
  };
