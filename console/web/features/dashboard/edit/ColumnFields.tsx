import type { DashletSettings } from '#schemas/dashboard/dashlets.ts';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { elementKindNames } from '#web/kernel/kpi/element-kind-names.ts';
import { useDashboardTexts } from '../texts/en.ts';
import type { SettingsEdit } from './settings-edit.ts';
import { useFaultAt } from './use-fault-at.ts';

type TableSeries = DashletSettings<'table'>['series'][number];

interface Props {
  /** One that was just added has no width yet. */
  readonly series: Omit<TableSeries, 'size'> & { readonly size?: number };
  readonly index: number;
  readonly edit: SettingsEdit;
}

const operators = ['>', '>=', '<', '<=', '=', '!='] as const;
const sides = ['left', 'center', 'right'] as const;
/** Names are cut at their end or in their middle, and not centred. */
const keySides = ['left', 'right'] as const;

/** The columns of what rows are about: their shares of the width and their sides. */
export function KeyColumnFields({
  settings: { keys, keyColumns },
  edit,
}: {
  readonly settings: Pick<DashletSettings<'table'>, 'keys' | 'keyColumns'>;
  readonly edit: SettingsEdit;
}) {
  const text = useDashboardTexts();
  const language = useLanguage();
  const faultAt = useFaultAt();
  const attributes = keys.filter((key) => key !== 'date');
  return attributes.map((key) => {
    const { size = 1, alignment = 'left' } = keyColumns[key] ?? {};
    return (
      <fieldset key={key} className="tt-dashlet-series">
        <legend>{elementKindNames[key][language]}</legend>
        <div className="tt-dashlet-pair">
          <NumberField
            label={text('size')}
            decimals={1}
            value={size}
            error={faultAt('keyColumns', key, 'size')}
            onChange={(value) => edit(['keyColumns', key], { size: value ?? 1, alignment }, `size ${key}`)}
          />
          <Select
            label={text('alignment')}
            options={keySides.map((side) => ({ value: side, label: text(side) }))}
            value={alignment}
            onChange={(side) => edit(['keyColumns', key], { size, alignment: side })}
          />
        </div>
      </fieldset>
    );
  });
}

/** The column of a KPI in a table: its share of the width, its side, and which values it shows at first. */
export function ColumnFields({ series, index, edit }: Props) {
  const text = useDashboardTexts();
  const faultAt = useFaultAt();
  const { size = 1, alignment = 'right', filter } = series;
  const path = (field: string): readonly (string | number)[] => ['series', index, field];
  const setOperator = (operator: string): void =>
    edit(path('filter'), operator === '' ? undefined : { operator, value: filter?.value ?? 0 });
  return (
    <>
      <div className="tt-dashlet-pair">
        <NumberField
          label={text('size')}
          decimals={1}
          value={size}
          error={faultAt('series', index, 'size')}
          onChange={(value) => edit(path('size'), value ?? 1, `size ${String(index)}`)}
        />
        <Select
          label={text('alignment')}
          options={sides.map((side) => ({ value: side, label: text(side) }))}
          value={alignment}
          onChange={(side) => edit(path('alignment'), side)}
        />
      </div>
      <div className="tt-dashlet-pair">
        <Select
          label={text('columnFilter')}
          options={[
            { value: '', label: text('columnFilterNone') },
            ...operators.map((operator) => ({ value: operator, label: operator })),
          ]}
          value={filter?.operator ?? ''}
          error={faultAt('series', index, 'filter')}
          onChange={setOperator}
        />
        {filter !== undefined && (
          <NumberField
            label={text('columnFilterValue')}
            decimals={6}
            value={filter.value}
            onChange={(value) =>
              edit(path('filter'), { ...filter, value: value ?? 0 }, `filter ${String(index)}`)
            }
          />
        )}
      </div>
    </>
  );
}
