import type { ComponentType } from 'react';
import { figureValues } from '#schemas/dashboard/dashlets/figure.ts';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useDashboardTexts } from '../texts/en.ts';
import { AlarmFields } from '../dashlets/alarms/AlarmFields.tsx';
import { IncidentFields } from '../dashlets/incidents/IncidentFields.tsx';
import { InventoryFields } from '../dashlets/inventory/InventoryFields.tsx';
import { TextFields } from '../dashlets/text/TextFields.tsx';
import { SdwanFields } from '../dashlets/sdwan/SdwanFields.tsx';
import { KeyColumnFields } from './ColumnFields.tsx';
import { AxisFields, Choice, LegendField, TrendFields } from './ChartFields.tsx';
import type { SettingsEdit } from './settings-edit.ts';
import { TimelineFields } from './TimelineFields.tsx';
import { useEditTexts } from './texts/en.ts';
import { useFaultAt } from './use-fault-at.ts';

interface Props<One extends Dashlet = Dashlet> {
  readonly dashlet: One;
  readonly edit: SettingsEdit;
}
type Of<Type extends Dashlet['type']> = Extract<Dashlet, { readonly type: Type }>;

function BarFields({ dashlet, edit }: Props<Of<'bar'>>) {
  const text = useDashboardTexts();
  const { keys, orientation, stacked, legend, axis, maxLines } = dashlet.settings;
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
      <MaxLines value={maxLines} edit={edit} />
      {keys.includes('date') && <TrendFields dashlet={dashlet} edit={edit} />}
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
      <AxisFields name="axis" axis={axis} edit={edit} isTitled={false} />
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
  const faultAt = useFaultAt();
  return (
    <NumberField
      label={text('maxLines')}
      value={value}
      error={faultAt('maxLines')}
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
      <KeyColumnFields settings={dashlet.settings} edit={edit} />
    </>
  );
}

function InventoryLook({ dashlet, edit }: Props<Of<'inventory'>>) {
  const text = useDashboardTexts();
  const { onlyActive, maxLines } = dashlet.settings;
  return (
    <>
      <InventoryFields settings={dashlet.settings} edit={edit} />
      <Switch
        label={text('onlyActive')}
        checked={onlyActive}
        onChange={(isOn) => edit(['onlyActive'], isOn)}
      />
      <MaxLines value={maxLines} edit={edit} />
    </>
  );
}

function AlarmLook({ dashlet: { settings }, edit }: Props<Of<'alarms'>>) {
  return (
    <>
      <AlarmFields settings={settings} edit={edit} />
      <MaxLines value={settings.maxLines} edit={edit} />
    </>
  );
}

function IncidentLook({ dashlet: { settings }, edit }: Props<Of<'incidents'>>) {
  return (
    <>
      <IncidentFields settings={settings} edit={edit} />
      <MaxLines value={settings.maxLines} edit={edit} />
    </>
  );
}

function IframeFields({ dashlet, edit }: Props<Of<'iframe'>>) {
  const text = useDashboardTexts();
  return (
    <TextField
      label={text('address')}
      value={dashlet.settings.url}
      error={useFaultAt()('url')}
      onChange={(url) => edit(['url'], url, 'url')}
    />
  );
}

function SparklineFields({ dashlet, edit }: Props<Of<'sparkline'>>) {
  return (
    <>
      <TrendFields dashlet={dashlet} edit={edit} />
      <MaxLines value={dashlet.settings.maxLines} edit={edit} />
    </>
  );
}

function FigureFields({ dashlet: { settings }, edit }: Props<Of<'figure'>>) {
  const text = useEditTexts();
  return (
    <Choice
      label={text('figureShown')}
      options={figureValues}
      nameOf={(value) => text(`figureShown_${value}`)}
      value={settings.shown}
      onChange={(value) => edit(['shown'], value)}
    />
  );
}

/** Of those whose only field it is. */
const RowFields = ({ dashlet: { settings }, edit }: Props<Of<'states' | 'service'>>) => (
  <MaxLines value={settings.maxLines} edit={edit} />
);

/** Null: a type has no fields of its own. */
const fieldsOf: { readonly [Type in Dashlet['type']]: ComponentType<Props<Of<Type>>> | null } = {
  timeline: TimelineFields,
  bar: BarFields,
  sparkline: SparklineFields,
  gauge: GaugeFields,
  pie: PieFields,
  table: TableFields,
  inventory: InventoryLook,
  alarms: AlarmLook,
  figure: FigureFields,
  states: RowFields,
  hours: null,
  service: RowFields,
  incidents: IncidentLook,
  sites: null,
  map: null,
  text: TextFields,
  iframe: IframeFields,
  sdwan: SdwanFields,
};

export const hasLook = ({ type }: Pick<Dashlet, 'type'>): boolean => fieldsOf[type] !== null;

/** The fields that only one type has. */
export function LookFields({ dashlet, edit }: Props) {
  // They are those of the type.
  const Fields = fieldsOf[dashlet.type] as ComponentType<Props> | null;
  return Fields === null ? null : <Fields dashlet={dashlet} edit={edit} />;
}
