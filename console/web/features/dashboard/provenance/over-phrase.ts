import type { ResultSeries } from '#schemas/data/data-result-size.ts';
import type { DataSeries } from '#schemas/data/data-request.ts';
import { worstOver } from '#schemas/kpi/label/algebra-labels.ts';
import type { KpiFacts } from '#schemas/kpi/directory.ts';
import type { Over } from '#schemas/kpi/algebra/quantity.ts';
import type { Language } from '#web/lib/text.ts';
import { useProvenanceTexts } from './texts/en.ts';

interface Series {
  readonly stated: DataSeries['over'] | undefined;
  /** Of the result, which says what is in force; absent: none is at hand. */
  readonly found: ResultSeries | undefined;
}

/** The aggregation over elements of a series; undefined: its values are those of single elements, or it is not known. */
function overOf({ stated = 'default', found }: Series): Over | undefined {
  if (found !== undefined) return found.over ?? undefined;
  return stated === 'default' ? undefined : stated;
}

/**
 * What the name of a series says about its elements: an aggregation that is not that of the KPI, and of a place with several WAN accesses which of
 * them the value is about. Undefined: nothing.
 */
export function overPhrase(facts: KpiFacts, series: Series, language: Language): string | undefined {
  const over = overOf(series);
  if (over === undefined) return undefined;
  const text = useProvenanceTexts.in(language);
  // The names of KPIs that show nothing else say it.
  const isOfAccesses = series.found?.accesses !== undefined;
  const isOfPlace = isOfAccesses && facts.isOfAccesses && !facts.onlyAccesses;
  if (over === facts.over && !isOfPlace) return undefined;
  const which = over === worstOver(facts) ? 'worst' : over;
  return text(`${isOfAccesses ? 'access' : 'phrase'}-${which}`);
}
