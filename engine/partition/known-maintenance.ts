import type { Silence } from '#schemas/silence/silence.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import { makingMaintenance } from '../measure/maintenance.ts';
import type { SeriesTable } from '../measure/series-table.ts';
import { sources } from '../measure/sources.ts';
import type { Steps } from './steps.ts';

/** Which maintenance the series of a partition know of. */
export class KnownMaintenance {
  #silences: readonly Silence[] | undefined;
  #series: readonly SeriesTable[] | undefined;

  /** Puts the one in force that concerns the samples read next, unless it is. */
  *tell(
    series: readonly SeriesTable[],
    silences: readonly Silence[],
    elements: readonly ElementTable[],
  ): Steps {
    if (this.#silences === silences && this.#series === series) return;
    const made = yield* makingMaintenance(silences, elements);
    for (const [source, table] of series.entries())
      table.maintenance = sources[source]?.kind === 'site' ? undefined : made[source];
    this.#silences = silences;
    this.#series = series;
  }
}
