import type { EngineConfiguration } from '../configuration/engine-configuration.ts';
import { AreaMeasures } from '../measure/area-measures.ts';
import { measureBlock } from '../measure/measure-block.ts';
import { sourceNumber, sources } from '../measure/sources.ts';
import type { Measuring } from '../measure/window-measures.ts';
import type { SeriesTable } from '../measure/series-table.ts';
import type { TakeMeasures } from './decisions.ts';
import type { Steps } from './steps.ts';

const AREAS = sourceNumber('area', 'snmp');
const block = measureBlock();

interface SampleWindow {
  readonly measuring: Measuring;
  /** By number of source. */
  readonly series: readonly SeriesTable[];
  readonly side: 0 | 1;
  readonly windowSeconds: number;
}

/** Every KPI of every element that is polled, then of the areas that they are in. */
export function* sampleMeasures(
  { elements, clusters }: EngineConfiguration,
  window: SampleWindow,
  take: TakeMeasures,
): Steps {
  const { measuring, side, windowSeconds } = window;
  const areas = elements[AREAS];
  const gathered = new AreaMeasures(measuring.measuredIn(AREAS), clusters, areas?.ids.length ?? 0);
  for (const [source, series] of window.series.entries()) {
    const own = elements[source];
    if (own === undefined || sources[source]?.of !== 'samples') continue;
    yield* measuring.window(source, { series, elements: own, side, windowSeconds }, (kpi, _, measured) => {
      take({ source, kpi, elements: own }, measured);
      if (areas !== undefined && areas.ids.length > 0) gathered.take(kpi, own, measured);
    });
  }
  if (areas !== undefined)
    gathered.visit(block, (kpi) => {
      take({ source: AREAS, kpi, elements: areas }, block);
    });
}
