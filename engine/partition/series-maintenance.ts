import type { Silence } from '#schemas/silence/silence.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import { maintenanceSteps } from '../measure/maintenance.ts';
import type { SeriesTable } from '../measure/series-table.ts';
import { sources } from '../configuration/sources.ts';
import type { Steps } from '#platform/clock/steps.ts';

/** Keeps the maintenance of the series of a partition up to date. */
export class SeriesMaintenance {
  #silences: readonly Silence[] | undefined;
  #series: readonly SeriesTable[] | undefined;

  /** Sets the maintenance for the samples read next, if it changed. */
  *updateSteps(
    series: readonly SeriesTable[],
    silences: readonly Silence[],
    elements: readonly ElementTable[],
  ): Steps {
    if (this.#silences === silences && this.#series === series) return;
    const made = yield* maintenanceSteps(silences, elements);
    for (const [source, table] of series.entries())
      table.maintenance = sources[source]?.kind === 'site' ? undefined : made[source];
    this.#silences = silences;
    this.#series = series;
  }
}
