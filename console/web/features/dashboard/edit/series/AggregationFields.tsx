import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { DashletSeries } from '#schemas/dashboard/dashlet-parts.ts';
import { aggregatesElements } from '#schemas/data/compatibility.ts';
import type { DataSeries } from '#schemas/data/data-request.ts';
import { overLabel, overWord } from '#schemas/kpi/label/algebra-labels.ts';
import type { KpiFacts } from '#schemas/kpi/directory.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { aggregationNames, aggregationPhrase } from '../aggregation-names.ts';
import type { SettingsEdit } from '../settings-edit.ts';
import { useEditTexts } from '../texts/en.ts';
import { useFaultAt } from '../use-fault-at.ts';
import { offeredAggregations, offeredOvers } from './series-algebra.ts';

interface Props {
  readonly dashlet: Extract<Dashlet, { readonly settings: { readonly series: unknown } }>;
  readonly series: DashletSeries;
  readonly index: number;
  readonly edit: SettingsEdit;
}

/** Over time: what the kind of the KPI has, and a stored aggregation that it does not have, until another one is chosen. */
function OverTimeField({ series, index, edit, facts }: Props & { readonly facts: KpiFacts | undefined }) {
  const text = useEditTexts();
  const faultAt = useFaultAt();
  const language = useLanguage();
  const { aggregation: stated } = series;
  const labelOf = (one: DataSeries['aggregation']): string =>
    one === 'default' && facts !== undefined
      ? text('defaultIs', { name: aggregationPhrase(facts.aggregation, undefined, language) })
      : aggregationNames[one][language];
  return (
    <Select
      id={`settings.series.${String(index)}.aggregation`}
      label={text('overTime')}
      options={offeredAggregations(facts, stated).map((one) => ({ value: one, label: labelOf(one) }))}
      value={stated}
      error={faultAt('series', index, 'aggregation')}
      onChange={(aggregation) => edit(['series', index, 'aggregation'], aggregation)}
    />
  );
}

/** Over elements, where the rows of the dashlet have several. */
function OverElementsField({ series, index, edit, facts }: Props & { readonly facts: KpiFacts }) {
  const text = useEditTexts();
  const faultAt = useFaultAt();
  const language = useLanguage();
  const { over: stated } = series;
  const inForce = stated === 'default' ? facts.over : stated;
  const labelOf = (one: DataSeries['over']): string =>
    one === 'default'
      ? text('defaultIs', { name: overWord(facts.over, facts)[language] })
      : overLabel(one, facts)[language];
  return (
    <Select
      id={`settings.series.${String(index)}.over`}
      label={text('overElements')}
      description={inForce === 'weighted' ? text('weightedHint') : undefined}
      options={offeredOvers(facts, stated).map((one) => ({ value: one, label: labelOf(one) }))}
      value={stated}
      error={faultAt('series', index, 'over')}
      onChange={(over) => edit(['series', index, 'over'], over)}
    />
  );
}

/** How values become one: those of points over time, and those of several elements. */
export function AggregationFields(props: Props) {
  const { dashlet, series } = props;
  const facts = useKpis().get(series.kpi);
  const isOverElements =
    facts !== undefined && (series.over !== 'default' || aggregatesElements(facts, dashlet.settings));
  return (
    <>
      <OverTimeField {...props} facts={facts} />
      {isOverElements && <OverElementsField {...props} facts={facts} />}
    </>
  );
}
