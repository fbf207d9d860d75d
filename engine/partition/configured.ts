import { ElementIndex, slotsOf } from '../configuration/element-table.ts';
import { elementTable } from '../configuration/element-table.ts';
import type { EngineConfiguration } from '../configuration/engine-configuration.ts';
import type { Columns } from '../measure/counter-columns.ts';
import type { OpenWindows } from '../measure/open-windows.ts';
import { SeriesTable } from '../measure/series-table.ts';
import { sources } from '../measure/sources.ts';
import { measuringOf } from '../measure/window-measures.ts';
import type { Measuring } from '../measure/window-measures.ts';
import type { StepsTo } from './steps.ts';

/** What the samples of a configuration are kept in. */
export interface Configured {
  readonly index: ElementIndex;
  readonly measuring: Measuring;
  /** By number of source. */
  readonly series: readonly SeriesTable[];
}

type SeriesBytes = (source: number, bytes: number) => StepsTo<Uint8Array>;

const noElements = elementTable([]);

/** In steps; series of nothing unless there are bytes of theirs. */
export function* configured(
  { elements, definitions }: EngineConfiguration,
  windows: OpenWindows,
  seriesBytes?: SeriesBytes,
): StepsTo<Configured> {
  const measuring = measuringOf(definitions);
  const series: SeriesTable[] = [];
  for (const [source, { ids }] of elements.entries()) {
    const columns = measuring.counters.columns[source] as Columns;
    const length = ids.length * columns.stride;
    const bytes = seriesBytes === undefined ? new Uint8Array(length) : yield* seriesBytes(source, length);
    series.push(new SeriesTable(columns, bytes, windows));
  }
  // Samples are of elements with counters alone: a site that flows are summed by has the number of something else.
  const counted = elements.map((table, source) => (sources[source]?.of === 'samples' ? table : noElements));
  return { measuring, series, index: yield* ElementIndex.making(counted) };
}

interface Move {
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

/** Where the bytes of counters go that both know: all at once where they have the same ones. */
function movesOf(from: Columns, to: Columns): readonly Move[] {
  if (from === to) return [{ from: 0, to: 0, width: from.stride }];
  return to.keys.flatMap((key, column) => {
    const old = from.keys.indexOf(key);
    const width = to.widths[column] ?? 0;
    if (old < 0 || from.takes[old] !== to.takes[column]) return [];
    return [{ from: from.offsets[old] ?? 0, to: to.offsets[column] ?? 0, width }];
  });
}

/** Elements whose bytes are carried over in one step: about a megabyte. */
const CARRIED_AT_ONCE = 512;

/** The series of elements that are the same under another configuration. */
export function carriedSeries(
  before: Configured,
  [then, now]: readonly [EngineConfiguration, EngineConfiguration],
): SeriesBytes {
  const measuring = measuringOf(now.definitions);
  return function* carried(source, length) {
    const bytes = new Uint8Array(length);
    const from = before.measuring.counters.columns[source] as Columns;
    const to = measuring.counters.columns[source] as Columns;
    const known = before.series[source]?.bytes ?? bytes;
    const moves = movesOf(from, to);
    const slots = yield* slotsOf(now, then, source);
    for (const [slot, old] of slots.entries()) {
      if (slot % CARRIED_AT_ONCE === 0) yield undefined;
      if (old < 0) continue;
      const record = known.subarray(old * from.stride, (old + 1) * from.stride);
      for (const move of moves)
        bytes.set(record.subarray(move.from, move.from + move.width), slot * to.stride + move.to);
    }
    return bytes;
  };
}
