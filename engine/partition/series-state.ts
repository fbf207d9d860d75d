import { runSync, type Steps } from '#platform/clock/steps.ts';
import { ElementIndex, slotMappingSteps, elementTableSteps } from '../configuration/element-table.ts';
import type { EngineConfiguration } from '../configuration/engine-configuration.ts';
import type { SourceColumns } from '../measure/counter-columns.ts';
import type { OpenWindows } from '../measure/open-windows.ts';
import { SeriesTable } from '../measure/series-table.ts';
import { sources } from '../configuration/sources.ts';
import { measureProgramOf, type MeasureProgram } from '../measure/measure-program.ts';

/** The series of a configuration. */
export interface SeriesState {
  readonly index: ElementIndex;
  readonly program: MeasureProgram;
  /** By number of source. */
  readonly series: readonly SeriesTable[];
}

type SeriesBytes = (source: number, bytes: number) => Steps<Uint8Array>;

const noElements = runSync(elementTableSteps([]));

/** The series are empty unless `seriesBytes` returns their bytes. */
export function* seriesStateSteps(
  { elements, definitions }: EngineConfiguration,
  windows: OpenWindows,
  seriesBytes?: SeriesBytes,
): Steps<SeriesState> {
  const program = measureProgramOf(definitions);
  const series: SeriesTable[] = [];
  for (const [source, { ids }] of elements.entries()) {
    const columns = program.counters.columns[source] as SourceColumns;
    const length = ids.length * columns.stride;
    const bytes = seriesBytes === undefined ? new Uint8Array(length) : yield* seriesBytes(source, length);
    series.push(new SeriesTable(columns, bytes, windows));
  }
  // Only elements with counters have samples: the id of a site of the flow pipeline may be that of another
  // element.
  const counted = elements.map((table, source) =>
    sources[source]?.input === 'samples' ? table : noElements,
  );
  return { program, series, index: yield* ElementIndex.createSteps(counted) };
}

interface Move {
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

/** The moves of the counters that both layouts have: a single one if they are the same. */
function movesOf(from: SourceColumns, to: SourceColumns): readonly Move[] {
  if (from === to) return [{ from: 0, to: 0, width: from.stride }];
  return to.keys.flatMap((key, column) => {
    const old = from.keys.indexOf(key);
    const width = to.widths[column] ?? 0;
    if (old < 0 || from.sampleModes[old] !== to.sampleModes[column]) return [];
    return [{ from: from.offsets[old] ?? 0, to: to.offsets[column] ?? 0, width }];
  });
}

/** Elements carried over per step: about a megabyte. */
const ELEMENTS_PER_STEP = 512;

/** Carries over the series of the elements that exist in both configurations. */
export function carryOverSeries(
  before: SeriesState,
  [then, now]: readonly [EngineConfiguration, EngineConfiguration],
): SeriesBytes {
  const measuring = measureProgramOf(now.definitions);
  return function* carried(source, length) {
    const bytes = new Uint8Array(length);
    const from = before.program.counters.columns[source] as SourceColumns;
    const to = measuring.counters.columns[source] as SourceColumns;
    const known = before.series[source]?.bytes ?? bytes;
    const moves = movesOf(from, to);
    const slots = yield* slotMappingSteps(now, then, { source });
    for (const [slot, old] of slots.entries()) {
      if (slot % ELEMENTS_PER_STEP === 0) yield undefined;
      if (old < 0) continue;
      const record = known.subarray(old * from.stride, (old + 1) * from.stride);
      for (const move of moves)
        bytes.set(record.subarray(move.from, move.from + move.width), slot * to.stride + move.to);
    }
    return bytes;
  };
}
