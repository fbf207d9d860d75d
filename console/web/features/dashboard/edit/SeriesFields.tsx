import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { Dashlet, DashletOf } from '#schemas/dashboard/dashlets.ts';
import {
  DashletSeries as DashletSeriesContract,
  type DashletSeries,
} from '#schemas/dashboard/dashlet-parts.ts';
import { dataLimits } from '#schemas/limit/data.ts';
import { mostDecimals } from '#schemas/unit/figure.ts';
import { unitLabels, units } from '#schemas/unit/unit.ts';
import { compareNames } from '#schemas/order/name-order.ts';
import { useIsKpiLost, useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useDashboardTexts } from '../texts/en.ts';
import { AggregationFields } from './series/AggregationFields.tsx';
import { ColumnFields } from './ColumnFields.tsx';
import { ofKpi } from './series/series-algebra.ts';
import type { SettingsEdit } from './settings-edit.ts';
import { useEditTexts } from './texts/en.ts';
import { useFaultAt } from './use-fault-at.ts';

type WithSeries = Extract<Dashlet, { readonly settings: { readonly series: unknown } }>;

interface Props {
  readonly dashlet: WithSeries;
  readonly edit: SettingsEdit;
}

/** Names of the KPIs, in order. */
function useKpiOptions() {
  const kpis = useKpis();
  const language = useLanguage();
  return [...kpis.values()]
    .map((facts) => ({ value: facts.key, label: facts[language] }))
    .toSorted((one, other) => compareNames(one.label, other.label));
}

interface OneProps extends Props {
  readonly series: DashletSeries & { readonly axis?: 'left' | 'right' };
  readonly index: number;
}

function AxisField({ dashlet, series, index, edit }: OneProps) {
  const text = useDashboardTexts();
  if (dashlet.type !== 'timeline') return null;
  return (
    <Select
      label={text('axis')}
      options={(['left', 'right'] as const).map((side) => ({ value: side, label: text(side) }))}
      value={series.axis ?? 'left'}
      onChange={(axis) => edit(['series', index, 'axis'], axis)}
    />
  );
}

/** Digits behind the point, which are otherwise those that a value needs. */
function DecimalsField({ series, index, edit }: OneProps) {
  const text = useEditTexts();
  const counts = Array.from({ length: mostDecimals + 1 }, (_, count) => String(count));
  return (
    <Select
      label={text('decimals')}
      description={text('decimalsHint')}
      options={[
        { value: '', label: text('decimalsAutomatic') },
        ...counts.map((count) => ({ value: count, label: count })),
      ]}
      value={series.decimals === undefined ? '' : String(series.decimals)}
      onChange={(count) => edit(['series', index, 'decimals'], count === '' ? undefined : Number(count))}
    />
  );
}

/** How values are aggregated, and where they are shown. */
function ValueFields(props: OneProps) {
  const { series, index, edit } = props;
  const text = useDashboardTexts();
  const faultAt = useFaultAt();
  const language = useLanguage();
  return (
    <div className="tt-dashlet-pair">
      <AggregationFields {...props} />
      {series.aggregation === 'percentile' && (
        <NumberField
          label={text('percentile')}
          decimals={1}
          value={series.percentile}
          error={faultAt('series', index, 'percentile')}
          onChange={(value) => edit(['series', index, 'percentile'], value ?? 95, 'percentile')}
        />
      )}
      <AxisField {...props} />
      <Select
        label={text('unit')}
        options={[
          { value: '', label: text('unitDefault') },
          ...units.map((unit) => ({ value: unit, label: unitLabels[unit][language] })),
        ]}
        value={series.unit ?? ''}
        onChange={(unit) => edit(['series', index, 'unit'], unit === '' ? undefined : unit)}
      />
      <DecimalsField {...props} />
    </div>
  );
}

function ColumnOf({
  dashlet,
  index,
  edit,
}: Pick<OneProps, 'index' | 'edit'> & { readonly dashlet: DashletOf<'table'> }) {
  const series = dashlet.settings.series[index];
  return series === undefined ? null : <ColumnFields series={series} index={index} edit={edit} />;
}

function OneSeries(props: OneProps) {
  const { dashlet, series, index, edit } = props;
  const text = useDashboardTexts();
  const faultAt = useFaultAt();
  const kpis = useKpis();
  const options = useKpiOptions();
  const lost = useIsKpiLost()(series.kpi) ? text('unknownKpi', { kpi: series.kpi }) : undefined;
  const number = index + 1;
  const set = (field: string, mark?: string) => (value: unknown) =>
    edit(['series', index, field], value, mark);
  return (
    <fieldset className="tt-dashlet-series">
      <legend>{text('seriesNumber', { number })}</legend>
      <Select
        searchable
        id={`settings.series.${String(index)}.kpi`}
        label={text('kpi')}
        options={options}
        value={series.kpi}
        error={faultAt('series', index, 'kpi') ?? lost}
        onChange={(kpi) => edit(['series', index], ofKpi(series, kpi, kpis.get(kpi)))}
      />
      <ValueFields {...props} />
      {dashlet.type === 'table' && <ColumnOf dashlet={dashlet} index={index} edit={edit} />}
      <TextField
        label={text('label')}
        value={series.label}
        error={faultAt('series', index, 'label')}
        onChange={set('label', `label ${String(index)}`)}
      />
      {dashlet.settings.series.length > 1 && (
        <IconButton
          small
          label={text('removeSeries', { number })}
          icon={<IconTrash size={14} />}
          onClick={() => removeSeries(dashlet, index, edit)}
        />
      )}
    </fieldset>
  );
}

/** Without a series: what is ranked or sorted by it starts with the first one, and what follows it moves up. */
function removeSeries({ settings }: WithSeries, index: number, edit: SettingsEdit): void {
  const moved = (by: number): number => (by === index ? 0 : by > index ? by - 1 : by);
  const { series, breakdown } = settings;
  const mark = `remove series of ${String(series.length)}`;
  edit(
    ['series'],
    series.filter((_, other) => other !== index),
    mark,
  );
  if (breakdown.kind === 'top') edit(['breakdown', 'rankedBy'], moved(breakdown.rankedBy), mark);
  if ('orderBy' in settings && settings.orderBy !== 'name') edit(['orderBy'], moved(settings.orderBy), mark);
}

/** How many KPIs a type shows at most, where that is few. A map has one for the colour of its sites, and one for their size. */
function mostKpis({ type, settings }: WithSeries): number {
  if (type === 'hours' || type === 'service' || type === 'sites') return 1;
  if (type === 'map') return settings.by === 'value' && settings.size === 'value' ? 2 : 1;
  return dataLimits.maxSeries;
}

/** The KPIs of a dashlet. */
export function SeriesFields({ dashlet, edit }: Props) {
  const text = useDashboardTexts();
  const fault = useFaultAt()('series');
  const { series } = dashlet.settings;
  const add = (): void => {
    const last = series.at(-1);
    edit(['series', series.length], DashletSeriesContract.parse({ kpi: last?.kpi ?? 'itf_in_util' }));
  };
  return (
    <div className="tt-dashlet-part" role="group" aria-label={text('series')}>
      {series.map((one, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- series have no identity besides their place
        <OneSeries key={index} dashlet={dashlet} edit={edit} series={one} index={index} />
      ))}
      {fault !== undefined && <p className="tt-field-fault">{fault}</p>}
      {series.length < mostKpis(dashlet) && (
        <Button icon={<IconPlus size={15} />} onClick={add}>
          {text('addSeries')}
        </Button>
      )}
    </div>
  );
}
