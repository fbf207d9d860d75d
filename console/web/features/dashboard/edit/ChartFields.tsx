import type { Axis, Legend } from '#schemas/dashboard/dashlet-parts.ts';
import type { DashletOf } from '#schemas/dashboard/dashlets.ts';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useDashboardTexts } from '../texts/en.ts';
import type { SettingsEdit } from './settings-edit.ts';
import { useEditTexts } from './texts/en.ts';
import { useFaultAt } from './use-fault-at.ts';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Value[];
  readonly nameOf: (value: Value) => string;
  readonly value: Value;
  readonly onChange: (value: string) => void;
}

/** A choice among values with names. */
export const Choice = <Value extends string>({ options, nameOf, ...remaining }: ChoiceProps<Value>) => (
  <Select {...remaining} options={options.map((value) => ({ value, label: nameOf(value) }))} />
);

/** Title, bounds and scale of an axis. */
export function AxisFields({
  name,
  axis,
  edit,
  isTitled = true,
}: {
  readonly name: 'left' | 'right' | 'axis';
  readonly axis: Axis;
  readonly edit: SettingsEdit;
  /** Whether its title is shown: dials have none. */
  readonly isTitled?: boolean;
}) {
  const text = useDashboardTexts();
  const editText = useEditTexts();
  const faultAt = useFaultAt();
  return (
    <fieldset className="tt-dashlet-series">
      <legend>{editText(`axis_${name}`)}</legend>
      {isTitled && (
        <TextField
          label={text('axisTitle')}
          value={axis.title}
          error={faultAt(name, 'title')}
          onChange={(title) => edit([name, 'title'], title, `${name} title`)}
        />
      )}
      <div className="tt-dashlet-pair">
        <NumberField
          label={text('minimum')}
          decimals={6}
          value={axis.min ?? null}
          onChange={(value) => edit([name, 'min'], value ?? undefined, `${name} min`)}
        />
        <NumberField
          label={text('maximum')}
          decimals={6}
          value={axis.max ?? null}
          error={faultAt(name, 'max')}
          onChange={(value) => edit([name, 'max'], value ?? undefined, `${name} max`)}
        />
      </div>
      {name !== 'axis' && (
        <Choice
          label={editText('scale')}
          options={['linear', 'logarithmic'] as const}
          nameOf={(scale) => editText(`scale_${scale}`)}
          value={axis.scale}
          onChange={(scale) => edit([name, 'scale'], scale)}
        />
      )}
    </fieldset>
  );
}

const summaries = ['minimum', 'maximum', 'average', 'last'] as const;
const summaryWords = {
  minimum: 'minimum',
  maximum: 'maximum',
  average: 'average',
  last: 'lastValue',
} as const;

/** Where the legend is and what it shows. */
export function LegendField({ legend, edit }: { readonly legend: Legend; readonly edit: SettingsEdit }) {
  const text = useDashboardTexts();
  return (
    <>
      <Choice
        label={text('legend')}
        options={['none', 'bottom', 'right'] as const}
        nameOf={(place) => text(`legend_${place}`)}
        value={legend.place}
        onChange={(place) => edit(['legend', 'place'], place)}
      />
      {legend.place !== 'none' && (
        <MultiSelect
          label={text('legendValues')}
          options={summaries.map((which) => ({ value: which, label: text(summaryWords[which]) }))}
          values={legend.values}
          onChange={(values) => edit(['legend', 'values'], values)}
        />
      )}
    </>
  );
}

const corners = ['none', 'top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;

/** Regression and the last value, which charts over time have. */
export function TrendFields({
  dashlet,
  edit,
}: {
  readonly dashlet: DashletOf<'timeline' | 'bar' | 'sparkline'>;
  readonly edit: SettingsEdit;
}) {
  const text = useDashboardTexts();
  const { regression, lastValue } = dashlet.settings;
  return (
    <>
      <Choice
        label={text('lastValue')}
        options={corners}
        nameOf={(corner) => text(`lastValue_${corner}`)}
        value={lastValue}
        onChange={(corner) => edit(['lastValue'], corner)}
      />
      <Switch
        label={text('regression')}
        checked={regression}
        onChange={(isOn) => edit(['regression'], isOn)}
      />
    </>
  );
}
