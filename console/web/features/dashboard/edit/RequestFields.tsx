import { sharedAttributes } from '#schemas/data/compatibility.ts';
import type { KeyAttribute } from '#schemas/data/key-attribute.ts';
import type { DataBreakdown } from '#schemas/data/data-request.ts';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { elementKindNames } from '#web/kernel/kpi/element-kind-names.ts';
import { useDashboardTexts } from '../texts/en.ts';
import { ListedFields, listedKind } from './ListedFields.tsx';
import type { SettingsEdit } from './settings-edit.ts';
import { useFaultAt } from './use-fault-at.ts';

type DataDashlet = Extract<Dashlet, { readonly settings: { readonly series: unknown } }>;

interface Props {
  readonly dashlet: DataDashlet;
  readonly edit: SettingsEdit;
}

const defaultTop = { kind: 'top', count: 5, rankedBy: 0, order: 'highest', others: false } as const;

/** The breakdown that fits a choice of keys. */
const breakdownFor = (keys: readonly KeyAttribute[], breakdown: DataBreakdown): DataBreakdown => {
  const hasGroups = keys.some((key) => key !== 'date');
  if (!hasGroups) return { kind: 'none' };
  return breakdown.kind === 'none' ? defaultTop : breakdown;
};

const kindsFor = (keys: readonly KeyAttribute[], hasList: boolean): readonly DataBreakdown['kind'][] =>
  keys.some((key) => key !== 'date') ? ['top', 'all', ...(hasList ? (['list'] as const) : [])] : ['none'];

/** What a kind of breakdown starts with; a list is not valid until an element is selected. */
const startOf = (kind: string): unknown =>
  kind === 'top' ? defaultTop : kind === 'list' ? { kind, ids: [] } : { kind };

/** Attributes that the KPIs of the dashlet have values by. */
function useOfferedKeys({ settings, type }: DataDashlet): readonly KeyAttribute[] {
  const kpis = useKpis();
  const requested = settings.series.flatMap(({ kpi }) => {
    const facts = kpis.get(kpi);
    return facts === undefined ? [] : [{ element: facts.element, ofFlows: facts.scopes.includes('flow') }];
  });
  const groups: readonly KeyAttribute[] = sharedAttributes(requested, settings.conversationMode);
  const offered = type === 'table' || type === 'bar' ? (['date', ...groups] as const) : groups;
  return [...new Set<KeyAttribute>([...offered, ...settings.keys])];
}

function TopFields({ dashlet, edit }: Props) {
  const text = useDashboardTexts();
  const faultAt = useFaultAt();
  const { breakdown, series } = dashlet.settings;
  if (breakdown.kind !== 'top') return null;
  return (
    <>
      <div className="tt-dashlet-pair">
        <NumberField
          label={text('count')}
          value={breakdown.count}
          error={faultAt('breakdown', 'count')}
          onChange={(count) => edit(['breakdown', 'count'], count ?? 1, 'count')}
        />
        <Select
          label={text('order')}
          options={(['highest', 'lowest'] as const).map((order) => ({ value: order, label: text(order) }))}
          value={breakdown.order}
          onChange={(order) => edit(['breakdown', 'order'], order)}
        />
      </div>
      {series.length > 1 && (
        <Select
          label={text('rankedBy')}
          options={series.map((_, index) => ({
            value: String(index),
            label: text('seriesNumber', { number: index + 1 }),
          }))}
          value={String(breakdown.rankedBy)}
          error={faultAt('breakdown', 'rankedBy')}
          onChange={(index) => edit(['breakdown', 'rankedBy'], Number(index))}
        />
      )}
      <Switch
        label={text('others')}
        checked={breakdown.others}
        onChange={(others) => edit(['breakdown', 'others'], others)}
      />
    </>
  );
}

/** What rows and lines are about, and which of them are shown. */
export function RequestFields(props: Props) {
  const { dashlet, edit } = props;
  const text = useDashboardTexts();
  const faultAt = useFaultAt();
  const language = useLanguage();
  const keys = useOfferedKeys(dashlet);
  const { keys: chosen, breakdown } = dashlet.settings;
  const kpis = useKpis();
  const isOfFlows = dashlet.settings.series.every(
    ({ kpi }) => kpis.get(kpi)?.scopes.includes('flow') === true,
  );
  const chooseKeys = (values: readonly string[]): void => {
    const next = values as readonly KeyAttribute[];
    edit(['keys'], next, 'keys');
    // Listed elements are those of the keys before.
    const retained: DataBreakdown = breakdown.kind === 'list' ? { kind: 'none' } : breakdown;
    edit(['breakdown'], breakdownFor(next, retained), 'keys');
  };
  const listed = listedKind(dashlet.settings.series[0]?.kpi, chosen, kpis);
  const kinds = kindsFor(chosen, listed !== undefined);
  return (
    <div className="tt-dashlet-part">
      <MultiSelect
        label={text('keys')}
        options={keys.map((key) => ({ value: key, label: elementKindNames[key][language] }))}
        values={chosen}
        error={faultAt('keys')}
        onChange={chooseKeys}
      />
      <Select
        label={text('breakdown')}
        options={[...new Set([...kinds, breakdown.kind])].map((kind) => ({
          value: kind,
          label: text(`breakdown_${kind}`),
        }))}
        value={breakdown.kind}
        error={faultAt('breakdown') ?? (listed === undefined ? faultAt('breakdown', 'ids') : undefined)}
        onChange={(kind) => edit(['breakdown'], startOf(kind))}
      />
      <TopFields {...props} />
      {breakdown.kind === 'list' && listed !== undefined && (
        <ListedFields element={listed} ids={breakdown.ids} edit={edit} />
      )}
      {(isOfFlows || dashlet.settings.conversationMode) && (
        <Switch
          label={text('conversationMode')}
          description={text('conversationModeHint')}
          checked={dashlet.settings.conversationMode}
          onChange={(isOn) => edit(['conversationMode'], isOn)}
        />
      )}
    </div>
  );
}
