import { Evaluator } from '../alarm/evaluator.ts';
import type { Retired } from '../alarm/retired.ts';
import type { EngineConfiguration } from '../configuration/engine-configuration.ts';
import { ElementIndex, slotsOf } from '../configuration/element-table.ts';
import type { Columns } from '../measure/counter-columns.ts';
import type { OpenWindows } from '../measure/open-windows.ts';
import { SeriesTable } from '../measure/series-table.ts';
import { measuringOf } from '../measure/window-measures.ts';
import type { Measuring } from '../measure/window-measures.ts';

/** All state whose shape follows the configuration in force. */
export interface Configured {
  readonly configuration: EngineConfiguration;
  readonly index: ElementIndex;
  readonly measuring: Measuring;
  /** By number of source. */
  readonly series: readonly SeriesTable[];
  readonly evaluator: Evaluator;
}

type SeriesBytes = (source: number, bytes: number) => Uint8Array;

const none: SeriesBytes = (_, bytes) => new Uint8Array(bytes);

export function configured(
  configuration: EngineConfiguration,
  windows: OpenWindows,
  seriesBytes: SeriesBytes = none,
): Configured {
  const measuring = measuringOf(configuration.definitions);
  return {
    configuration,
    measuring,
    index: new ElementIndex(configuration.elements),
    series: configuration.elements.map(({ ids }, source) => {
      const columns = measuring.counters.columns[source] as Columns;
      return new SeriesTable(columns, seriesBytes(source, ids.length * columns.stride), windows);
    }),
    evaluator: new Evaluator(configuration),
  };
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

/** The same elements and alarms keep their state under another configuration; `newest`: number of the last window closed. */
export function reconfigured(
  before: Configured,
  configuration: EngineConfiguration,
  { newest, windows }: { readonly newest: number; readonly windows: OpenWindows },
): { readonly now: Configured; readonly retired: readonly Retired[] } {
  const measuring = measuringOf(configuration.definitions);
  const carry: SeriesBytes = (source, length) => {
    const bytes = new Uint8Array(length);
    const from = before.measuring.counters.columns[source] as Columns;
    const to = measuring.counters.columns[source] as Columns;
    const known = before.series[source]?.bytes ?? bytes;
    const moves = movesOf(from, to);
    for (const [slot, old] of slotsOf(configuration, before.configuration, source).entries()) {
      if (old < 0) continue;
      const record = known.subarray(old * from.stride, (old + 1) * from.stride);
      for (const move of moves)
        bytes.set(record.subarray(move.from, move.from + move.width), slot * to.stride + move.to);
    }
    return bytes;
  };
  const now = configured(configuration, windows, carry);
  return { now, retired: now.evaluator.adopt(before.evaluator, newest) };
}
