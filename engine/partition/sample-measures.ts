import type { EngineConfiguration } from '../configuration/engine-configuration.ts';
import { AreaMeasures } from '../measure/area-measures.ts';
import { measureBlock } from '../measure/measure-block.ts';
import { sourceNumber, sources } from '../configuration/sources.ts';
import type { MeasureProgram } from '../measure/measure-program.ts';
import type { SeriesTable } from '../measure/series-table.ts';
import type { EmitMeasures } from './decisions.ts';
import type { Steps } from '#platform/clock/steps.ts';

const AREAS = sourceNumber('area', 'snmp');
const block = measureBlock();

interface SampleWindow {
  readonly program: MeasureProgram;
  /** By number of source. */
  readonly series: readonly SeriesTable[];
  readonly side: 0 | 1;
  readonly windowSeconds: number;
}

/** Emits every KPI of every polled element, then of the areas that contain them. */
export function* sampleMeasureSteps(
  { elements, clusters }: EngineConfiguration,
  window: SampleWindow,
  emit: EmitMeasures,
): Steps {
  const { program, side, windowSeconds } = window;
  const areas = elements[AREAS];
  const gathered = new AreaMeasures(program.kpisOf(AREAS), clusters, {
    slots: areas?.ids.length ?? 0,
    windowSeconds,
  });
  for (const [source, series] of window.series.entries()) {
    const own = elements[source];
    if (own === undefined || sources[source]?.input !== 'samples') continue;
    yield* program.windowSteps(source, { series, elements: own, side, windowSeconds }, (kpi, _, measured) => {
      emit({ source, kpi, elements: own }, measured);
      if (areas !== undefined && areas.ids.length > 0) gathered.add(kpi, own, measured);
    });
  }
  if (areas !== undefined)
    gathered.visit(block, (kpi) => {
      emit({ source: AREAS, kpi, elements: areas }, block);
    });
}
