import type { DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { useChartWords } from '../dashlets/use-chart-words.ts';
import { useProvenanceTexts } from './texts/en.ts';
import { provenanceOf, replacementsOf } from './provenance.ts';
import { computedSeries } from './computed-series.ts';

interface Props {
  readonly request: DataRequestInput;
  /** Names of the series. */
  readonly names: readonly string[];
  readonly result: DataResult;
}

/** How the values of each KPI of a result were computed, in words. */
export function Provenance({ request, names, result }: Props) {
  const text = useProvenanceTexts();
  const { kpis, language, others } = useChartWords();
  const computed = computedSeries(result, request, { kpis, others });
  return (
    <>
      <dl className="tt-provenance">
        {computed.map((each, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- series have no identity besides their place
          <div key={index}>
            <dt>{names[index] ?? each.facts[language]}</dt>
            <dd>
              {provenanceOf(each, language)}
              {replacementsOf(each, language).map((sentence) => (
                <p key={sentence} className="tt-provenance-replaced">
                  {sentence}
                </p>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="tt-muted">
        {text('missing')}
        {result.series.some(({ accesses }) => accesses !== undefined) && ` ${text('unmarked')}`}
      </p>
    </>
  );
}
