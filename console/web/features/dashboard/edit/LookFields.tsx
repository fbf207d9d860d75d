import type { Axis, Legend } from '#schemas/dashboard/dashlet-parts.ts';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { comparisons } from '#schemas/data/earlier-steps.ts';
import { filteredKinds } from '#schemas/data/element-filter.ts';
import { useLanguage } from '#web/lib/text.ts';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { elementKindNames } from '../element-kind-names.ts';
import { useDashboardTexts } from '../use-dashboard-texts.ts';
import type { SettingsEdit } from './settings-edit.ts';
import { ThresholdFields } from './ThresholdFields.tsx';
import { useEditTexts } from './use-edit-texts.ts';

interface Props<One extends Dashlet = Dashlet> {
  readonly dashlet: One;
  readonly edit: SettingsEdit;
}
type Of<Type extends Dashlet['type']> = Extract<Dashlet, { readonly type: Type }>;

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Value[];
  readonly nameOf: (value: Value) => string;
  readonly value: Value;
  readonly onChange: (value: string) => void;
}

const Choice = <Value extends string>({ options, nameOf, ...rest }: ChoiceProps<Value>) => (
  <Select {...rest} options={options.map((value) => ({ value, label: nameOf(value) }))} />
);

function AxisFields({
  name,
  axis,
  edit,
}: {
  readonly name: string;
  readonly axis: Axis;
  readonly edit: SettingsEdit;
}) {
  const text = useDashboardTexts();
  return (
    <div className="tt-dashlet-pair">
      <NumberField
        label={text('minimum')}
        decimals={3}
        value={axis.min ?? null}
        onChange={(value) => edit([name, 'min'], value ?? undefined, `${name} min`)}
      />
      <NumberField
        label={text('maximum')}
        decimals={3}
        value={axis.max ?? null}
        onChange={(value) => edit([name, 'max'], value ?? undefined, `${name} max`)}
      />
    </div>
  );
}

const summaries = ['minimum', 'maximum', 'average', 'last'] as const;
const summaryWords = {
  minimum: 'minimum',
  maximum: 'maximum',
  average: 'average',
  last: 'lastValue',
} as const;

function LegendField({ legend, edit }: { readonly legend: Legend; readonly edit: SettingsEdit }) {
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

/** Thresholds, regression and the last value, which charts over time have. */
function TrendFields({ dashlet, edit }: Props<Of<'timeline' | 'bar' | 'sparkline'>>) {
  const text = useDashboardTexts();
  const { thresholds, regression, lastValue } = dashlet.settings;
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
      <ThresholdFields
        label={text('thresholds')}
        thresholds={thresholds}
        onChange={(next) => edit(['thresholds'], next)}
      />
    </>
  );
}

function TimelineFields({ dashlet, edit }: Props<Of<'timeline'>>) {
  const text = useDashboardTexts();
  const editText = useEditTexts();
  const { style, stacked, legend, left, comparison } = dashlet.settings;
  return (
    <>
      <Choice
        label={text('style')}
        options={['line', 'area', 'bars'] as const}
        nameOf={(value) => text(`style_${value}`)}
        value={style}
        onChange={(value) => edit(['style'], value)}
      />
      <Switch label={text('stacked')} checked={stacked} onChange={(isOn) => edit(['stacked'], isOn)} />
      <AxisFields name="left" axis={left} edit={edit} />
      <LegendField legend={legend} edit={edit} />
      <Choice
        label={editText('comparison')}
        options={['none', ...comparisons]}
        nameOf={(value) => editText(`comparison_${value}`)}
        value={comparison}
        onChange={(value) => edit(['comparison'], value)}
      />
      <TrendFields dashlet={dashlet} edit={edit} />
    </>
  );
}

function BarFields({ dashlet, edit }: Props<Of<'bar'>>) {
  const text = useDashboardTexts();
  const { orientation, stacked, legend, axis } = dashlet.settings;
  return (
    <>
      <Choice
        label={text('orientation')}
        options={['horizontal', 'vertical'] as const}
        nameOf={(value) => text(value)}
        value={orientation}
        onChange={(value) => edit(['orientation'], value)}
      />
      <Switch label={text('stacked')} checked={stacked} onChange={(isOn) => edit(['stacked'], isOn)} />
      <AxisFields name="axis" axis={axis} edit={edit} />
      <LegendField legend={legend} edit={edit} />
      <TrendFields dashlet={dashlet} edit={edit} />
    </>
  );
}

function GaugeFields({ dashlet, edit }: Props<Of<'gauge'>>) {
  const text = useDashboardTexts();
  const { shape, axis } = dashlet.settings;
  return (
    <>
      <Choice
        label={text('shape')}
        options={['arc', 'bar', 'number'] as const}
        nameOf={(value) => text(`shape_${value}`)}
        value={shape}
        onChange={(value) => edit(['shape'], value)}
      />
      <AxisFields name="axis" axis={axis} edit={edit} />
    </>
  );
}

function PieFields({ dashlet, edit }: Props<Of<'pie'>>) {
  const text = useDashboardTexts();
  const { ring, labels, legend } = dashlet.settings;
  return (
    <>
      <Switch label={text('ring')} checked={ring} onChange={(isOn) => edit(['ring'], isOn)} />
      <Choice
        label={text('labels')}
        options={['none', 'value', 'percent'] as const}
        nameOf={(value) => text(`labels_${value}`)}
        value={labels}
        onChange={(value) => edit(['labels'], value)}
      />
      <LegendField legend={legend} edit={edit} />
    </>
  );
}

function MaxLines({ value, edit }: { readonly value: number; readonly edit: SettingsEdit }) {
  const text = useDashboardTexts();
  return (
    <NumberField
      label={text('maxLines')}
      value={value}
      onChange={(lines) => edit(['maxLines'], lines ?? 1, 'lines')}
    />
  );
}

function TableFields({ dashlet, edit }: Props<Of<'table'>>) {
  const text = useDashboardTexts();
  const { orderBy, order, series, maxLines } = dashlet.settings;
  const options = [
    { value: 'name', label: text('byName') },
    ...series.map((_, index) => ({
      value: String(index),
      label: text('seriesNumber', { number: index + 1 }),
    })),
  ];
  return (
    <>
      <div className="tt-dashlet-pair">
        <Select
          label={text('orderBy')}
          options={options}
          value={String(orderBy)}
          onChange={(by) => edit(['orderBy'], by === 'name' ? by : Number(by))}
        />
        <Choice
          label={text('order')}
          options={['ascending', 'descending'] as const}
          nameOf={(value) => text(value)}
          value={order}
          onChange={(value) => edit(['order'], value)}
        />
      </div>
      <MaxLines value={maxLines} edit={edit} />
    </>
  );
}

function InventoryFields({ dashlet, edit }: Props<Of<'inventory'>>) {
  const text = useDashboardTexts();
  const language = useLanguage();
  const { element, properties, onlyActive, maxLines } = dashlet.settings;
  const names = properties.map(({ property }) => property).join(', ');
  const choose = (value: string): void =>
    edit(
      ['properties'],
      value.split(',').map((property) => ({ property: property.trim(), title: '', size: 1 })),
      'properties',
    );
  return (
    <>
      <Choice
        label={text('element')}
        options={filteredKinds}
        nameOf={(kind) => elementKindNames[kind][language]}
        value={element}
        onChange={(kind) => edit(['element'], kind)}
      />
      <TextField label={text('columns')} description={text('columnsHint')} value={names} onChange={choose} />
      <Switch
        label={text('onlyActive')}
        checked={onlyActive}
        onChange={(isOn) => edit(['onlyActive'], isOn)}
      />
      <MaxLines value={maxLines} edit={edit} />
    </>
  );
}

function IframeFields({ dashlet, edit }: Props<Of<'iframe'>>) {
  const text = useDashboardTexts();
  return (
    <TextField
      label={text('address')}
      value={dashlet.settings.url}
      onChange={(url) => edit(['url'], url, 'url')}
    />
  );
}

/** The fields that only one type has. */
export function LookFields({ dashlet, edit }: Props) {
  switch (dashlet.type) {
    case 'timeline':
      return <TimelineFields dashlet={dashlet} edit={edit} />;
    case 'bar':
      return <BarFields dashlet={dashlet} edit={edit} />;
    case 'sparkline':
      return (
        <>
          <TrendFields dashlet={dashlet} edit={edit} />
          <MaxLines value={dashlet.settings.maxLines} edit={edit} />
        </>
      );
    case 'gauge':
      return <GaugeFields dashlet={dashlet} edit={edit} />;
    case 'pie':
      return <PieFields dashlet={dashlet} edit={edit} />;
    case 'table':
      return <TableFields dashlet={dashlet} edit={edit} />;
    case 'inventory':
      return <InventoryFields dashlet={dashlet} edit={edit} />;
    case 'iframe':
      return <IframeFields dashlet={dashlet} edit={edit} />;
    case 'sdwan':
      return null;
  }
}
