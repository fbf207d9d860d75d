import { exploreComparisons, exploreMeasures, exploreSteps } from '#schemas/explore/choices.ts';
import { exploreLimits } from '#schemas/explore/explore.ts';
import { defaultSubnet } from '#schemas/explore/subnet.ts';
import { dimensionIds, fieldName, isInRollups, type DimensionId } from '#schemas/explore/fields.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { now } from '#web/lib/clock.ts';
import { ownZone } from '#web/lib/zoned/local-time.ts';
import type { SearchPart } from '#web/lib/search-hook.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { PeriodPicker } from '#web/ui/period/PeriodPicker.tsx';
import { usePeriodText } from '#web/ui/period/use-period-text.ts';
import { minutesOf, exploredMinutes, exploredPeriod, rowLimit, adjacentPeriod } from './explore-request.ts';
import { exploreViews, type ExploreSearch } from './explore-search.ts';
import { KpiChoice, KpiKeys } from './kpi/KpiFields.tsx';
import { kpiSteps } from './kpi/kpi-requests.ts';
import { startOfKpi } from './kpi/start-of-kpi.ts';
import { useExploreTexts } from './texts/en.ts';

interface Props {
  readonly search: ExploreSearch;
  readonly change: (part: SearchPart<ExploreSearch>) => void;
  /** Whether customers are a dimension. */
  readonly isAcross: boolean;
}

const AUTOMATIC = 'auto';
const NOTHING = 'none';
const KPI = 'kpi';
/** Switches of flows, and of KPIs. */
const ofFlows = ['ways', 'p95', 'raw'] as const;
const ofKpis = ['p95'] as const;
const offeredRows = [5, 8, 10, 15, 20, 50] as const;

const hasSubnet = ({ by }: ExploreSearch): boolean => by.some((id) => id.endsWith('subnet'));

function Dimensions({ search, change, isAcross }: Props) {
  const text = useExploreTexts();
  const language = useLanguage();
  return (
    <MultiSelect
      label={text('dimensions')}
      placeholder={text('dimensionsHint')}
      max={exploreLimits.maxDimensions}
      options={dimensionIds
        .filter((id) => isAcross || id !== 'customer')
        .map((id) => ({
          value: id,
          label: fieldName(id, language),
          keywords: id,
          ...(isInRollups(id) ? {} : { right: text('rawOnly') }),
        }))}
      values={search.by}
      onChange={(by) => change({ by: by as DimensionId[] })}
    />
  );
}

function Period({ search, change }: Props) {
  const timeZone = ownZone();
  const words = usePeriodText(timeZone);
  const seconds = Math.floor(now() / 1_000);
  const period = exploredPeriod(search, seconds);
  const shown = minutesOf(search);
  const lengths = exploredMinutes.map((minutes) => ({
    words: words({ kind: 'last', minutes }),
    isChosen: minutes === shown,
    choose: () => change({ last: minutes, from: undefined, to: undefined }),
  }));
  const move = (by: 1 | -1) => change({ ...adjacentPeriod(period, by), last: undefined });
  const later = (): void =>
    period.to + (period.to - period.from) >= seconds ? change({ from: undefined, to: undefined }) : move(1);
  return (
    <PeriodPicker
      words={words(shown === undefined ? { kind: 'fixed', ...period } : { kind: 'last', minutes: shown })}
      bounds={() => period}
      offered={[lengths]}
      custom={{ onChoose: (bounds) => change({ ...bounds, last: undefined }) }}
      move={{ earlier: () => move(-1), later: shown === undefined ? later : undefined }}
      timeZone={timeZone}
    />
  );
}

function PrefixLength({
  label,
  most,
  value,
  onChange,
}: {
  readonly label: string;
  readonly most: number;
  readonly value: number;
  readonly onChange: (length: number) => void;
}) {
  const offered = [8, 12, 16, 20, 22, 24, 26, 28, 30, 32, 40, 48, 56, 64, 96, 128].filter(
    (length) => length <= most,
  );
  return (
    <Select
      label={label}
      options={[...new Set([...offered, value])]
        .toSorted((a, b) => a - b)
        .map((length) => ({ value: String(length), label: `/${String(length)}` }))}
      value={String(value)}
      onChange={(length) => onChange(Number(length))}
    />
  );
}

/** What is counted of flows, or a KPI with what its values are grouped by. */
function Measure({ search, change, isAcross }: Props) {
  const text = useExploreTexts();
  const mayReadKpis = usePermission('DASHBOARD.read');
  const isKpi = search.kpi !== undefined;
  const set = (value: string): void => {
    const measure = exploreMeasures.find((id) => id === value);
    if (measure !== undefined) return change({ measure, kpi: undefined, keys: undefined });
    const { view, step } = search;
    return change({
      ...startOfKpi(search, isAcross),
      view: view === 'sankey' ? undefined : view,
      step: kpiSteps.find((each) => each === step),
    });
  };
  return (
    <Select
      label={text('measure')}
      options={[
        ...exploreMeasures.map((id) => ({ value: id, label: text(`measure_${id}`) })),
        ...(mayReadKpis || isKpi ? [{ value: KPI, label: text('measure_kpi') }] : []),
      ]}
      value={isKpi ? KPI : (search.measure ?? 'bps')}
      onChange={set}
    />
  );
}

type LookProps = Pick<Props, 'search' | 'change'>;

const isOfKpi = ({ kpi }: ExploreSearch): boolean => kpi !== undefined;

/** How the result is drawn. */
function View({ search, change }: LookProps) {
  const text = useExploreTexts();
  const views = exploreViews.filter((id) => id !== 'sankey' || !isOfKpi(search));
  return (
    <Select
      label={text('view')}
      options={views.map((id) => ({ value: id, label: text(`view_${id}`) }))}
      value={search.view ?? 'stacked'}
      onChange={(value) => change({ view: exploreViews.find((id) => id === value) })}
    />
  );
}

function Step({ search, change }: LookProps) {
  const text = useExploreTexts();
  const steps = isOfKpi(search) ? kpiSteps : exploreSteps;
  return (
    <Select
      label={text('step')}
      options={[
        { value: AUTOMATIC, label: text('step_auto') },
        ...steps.map((step) => ({ value: String(step), label: text(`step_${step}`) })),
      ]}
      value={String(search.step ?? AUTOMATIC)}
      onChange={(value) => change({ step: exploreSteps.find((step) => String(step) === value) })}
    />
  );
}

function Rows({ search, change }: LookProps) {
  const text = useExploreTexts();
  const offered = [...new Set([...offeredRows, rowLimit(search)])];
  return (
    <Select
      label={text('rows')}
      options={offered.map((rows) => ({ value: String(rows), label: String(rows) }))}
      value={String(rowLimit(search))}
      onChange={(value) => change({ rows: Number(value) })}
    />
  );
}

function Comparison({ search, change }: LookProps) {
  const text = useExploreTexts();
  return (
    <Select
      label={text('compare')}
      options={[
        { value: NOTHING, label: text('compare_none') },
        ...exploreComparisons.map((id) => ({ value: id, label: text(`compare_${id}`) })),
      ]}
      value={search.compare ?? NOTHING}
      onChange={(value) => change({ compare: exploreComparisons.find((id) => id === value) })}
    />
  );
}

function Subnets({ search, change }: LookProps) {
  const text = useExploreTexts();
  return (
    <>
      <PrefixLength
        label={text('subnet4')}
        most={32}
        value={search.v4 ?? defaultSubnet.v4}
        onChange={(v4) => change({ v4 })}
      />
      <PrefixLength
        label={text('subnet6')}
        most={128}
        value={search.v6 ?? defaultSubnet.v6}
        onChange={(v6) => change({ v6 })}
      />
    </>
  );
}

function Switches({ search, change }: LookProps) {
  const text = useExploreTexts();
  return (
    <div className="tt-explore-switches">
      {(isOfKpi(search) ? ofKpis : ofFlows).map((id) => (
        <Checkbox
          key={id}
          label={text(id)}
          checked={search[id]}
          onChange={(checked) => change({ [id]: checked })}
        />
      ))}
    </div>
  );
}

/** The KPI and its dimensions; across customers these are the rows. */
function OfKpi(props: Props) {
  return (
    <>
      {!props.isAcross && <KpiKeys {...props} />}
      <KpiChoice {...props} />
    </>
  );
}

/** Dimensions, measure, period and how they are shown: all of it is in the address. */
export function ExploreControls(props: Props) {
  const text = useExploreTexts();
  const { search } = props;
  const isKpi = isOfKpi(search);
  return (
    <div className="tt-explore-controls" role="group" aria-label={text('options')}>
      {isKpi ? <OfKpi {...props} /> : <Dimensions {...props} />}
      <Measure {...props} />
      <Period {...props} />
      <View {...props} />
      <Step {...props} />
      <Rows {...props} />
      <Comparison {...props} />
      {!isKpi && hasSubnet(search) && <Subnets {...props} />}
      <Switches {...props} />
    </div>
  );
}
