import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import type { DashletOf } from '#schemas/dashboard/dashlets.ts';
import { filteredKinds, type FilteredKind } from '#schemas/data/element-filter.ts';
import { hasOwnProperties, knownProperties } from '#schemas/inventory/list/known-properties.ts';
import { propertyName } from '#schemas/inventory/list/property-names.ts';
import { tableDashlet } from '#schemas/limit/dashlet.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { movedTo } from '#web/ui/order/order-list.ts';
import { useOrderTexts } from '#web/ui/order/texts/en.ts';
import { Choice } from '../../edit/ChartFields.tsx';
import type { SettingsEdit } from '../../edit/settings-edit.ts';
import { useEditTexts } from '../../edit/texts/en.ts';
import { useFaultAt } from '../../edit/use-fault-at.ts';
import { elementKindNames } from '#web/kernel/kpi/element-kind-names.ts';
import { useDashboardTexts } from '../../texts/en.ts';

type Settings = DashletOf<'inventory'>['settings'];
type ShownColumn = Settings['properties'][number];

interface Props {
  readonly settings: Settings;
  readonly edit: SettingsEdit;
}

const aColumn = (property: string): ShownColumn => ({ property, title: '', size: 1 });

/** Properties of a kind that no other column shows. */
const freeOf = ({ element, properties }: Settings, own?: string): readonly string[] =>
  knownProperties[element].filter(
    (name) => name === own || !properties.some(({ property }) => property === name),
  );

/** The columns that the other kind has as well; without any, its first. */
function columnsFor(kind: FilteredKind, columns: readonly ShownColumn[]): readonly ShownColumn[] {
  const names: readonly string[] = knownProperties[kind];
  const retained = columns.filter(({ property }) => names.includes(property));
  return retained.length > 0 ? retained : [aColumn(names[1] ?? 'name')];
}

interface OneProps extends Props {
  readonly index: number;
  readonly column: ShownColumn;
  readonly onMove: (to: number) => void;
}

/** Which property a column shows: a known one, or one that the source describes, by its name there. */
function PropertyField({ settings, edit, index, column: { property } }: OneProps) {
  const text = useEditTexts();
  const language = useLanguage();
  const faultAt = useFaultAt();
  const { element } = settings;
  const isKnown = (knownProperties[element] as readonly string[]).includes(property);
  const error = faultAt('properties', index, 'property');
  const free = freeOf(settings, property).map((name) => ({
    value: name,
    label: propertyName(name, language),
  }));
  const other = { value: '', label: text('otherProperty') };
  const at = ['properties', index, 'property'];
  return (
    <>
      <Select
        label={text('property')}
        options={hasOwnProperties(element) || !isKnown ? [...free, other] : free}
        value={isKnown ? property : ''}
        onChange={(name) => edit(at, name)}
      />
      {!isKnown && (
        <TextField
          label={text('propertyOfSource')}
          description={text('propertyOfSourceHint')}
          value={property}
          error={error}
          onChange={(name) => edit(at, name, `property ${String(index)}`)}
        />
      )}
    </>
  );
}

/** Moves a column in the order, or removes it. */
function ColumnActions({ settings: { properties }, edit, index, onMove }: OneProps) {
  const text = useEditTexts();
  const order = useOrderTexts();
  const name = text('column', { number: index + 1 });
  return (
    <div className="tt-column-actions">
      <IconButton
        small
        label={order('up', { name })}
        icon={<IconArrowUp size={14} />}
        disabledReason={index === 0 ? order('isFirst') : undefined}
        onClick={() => onMove(index - 1)}
      />
      <IconButton
        small
        label={order('down', { name })}
        icon={<IconArrowDown size={14} />}
        disabledReason={index === properties.length - 1 ? order('isLast') : undefined}
        onClick={() => onMove(index + 1)}
      />
      <IconButton
        small
        label={text('removeColumn', { number: index + 1 })}
        icon={<IconTrash size={14} />}
        disabledReason={properties.length === 1 ? text('onlyColumn') : undefined}
        onClick={() =>
          edit(
            ['properties'],
            properties.filter((_, other) => other !== index),
          )
        }
      />
    </div>
  );
}

function OneColumn(props: OneProps) {
  const { edit, index, column } = props;
  const text = useDashboardTexts();
  const editText = useEditTexts();
  const faultAt = useFaultAt();
  const { size, alignment = 'left', title } = column;
  const at = (field: string): readonly (string | number)[] => ['properties', index, field];
  return (
    <fieldset className="tt-dashlet-series">
      <legend>{editText('column', { number: index + 1 })}</legend>
      <PropertyField {...props} />
      <TextField
        label={text('label')}
        value={title}
        error={faultAt('properties', index, 'title')}
        onChange={(value) => edit(at('title'), value, `title ${String(index)}`)}
      />
      <div className="tt-dashlet-pair">
        <NumberField
          label={text('size')}
          decimals={1}
          value={size}
          error={faultAt('properties', index, 'size')}
          onChange={(value) => edit(at('size'), value ?? 1, `size ${String(index)}`)}
        />
        <Choice
          label={text('alignment')}
          options={['left', 'right'] as const}
          nameOf={(side) => text(side)}
          value={alignment === 'right' ? 'right' : 'left'}
          onChange={(side) => edit(at('alignment'), side)}
        />
      </div>
      <ColumnActions {...props} />
    </fieldset>
  );
}

/** The columns in their order: chosen from the properties that elements of the kind have. */
function ColumnList({ settings, edit }: Props) {
  const text = useDashboardTexts();
  const editText = useEditTexts();
  const faultAt = useFaultAt();
  const list = useRef<HTMLDivElement>(null);
  const { element, properties } = settings;
  const move = (from: number, to: number): void => {
    const buttons = (index: number): readonly HTMLElement[] => [
      ...(list.current?.children[index]?.querySelectorAll<HTMLElement>('.tt-column-actions button') ?? []),
    ];
    const pressed = buttons(from).findIndex((button) => button === document.activeElement);
    flushSync(() => edit(['properties'], movedTo(properties, from, to)));
    // The focus goes with the column, so that it is moved on by the same key.
    buttons(to)[pressed]?.focus();
  };
  const [next] = freeOf(settings);
  const isFull =
    properties.length >= tableDashlet.maxColumns || (next === undefined && !hasOwnProperties(element));
  const fault = faultAt('properties');
  return (
    <section className="tt-dashlet-part" aria-label={text('columns')}>
      <h3>{text('columns')}</h3>
      <p className="tt-muted">{editText('columnsHint')}</p>
      <div ref={list} className="tt-dashlet-part">
        {properties.map((column, index) => (
          <OneColumn
            // oxlint-disable-next-line react/no-array-index-key -- two columns may name no property yet
            key={index}
            settings={settings}
            edit={edit}
            index={index}
            column={column}
            onMove={(to) => move(index, to)}
          />
        ))}
      </div>
      {fault !== undefined && <p role="alert">{fault}</p>}
      {!isFull && (
        <Button
          kind="quiet"
          icon={<IconPlus size={15} />}
          onClick={() => edit(['properties'], [...properties, aColumn(next ?? '')])}
        >
          {editText('addColumn')}
        </Button>
      )}
    </section>
  );
}

/** The kind of elements that an inventory lists, and its columns. */
export function InventoryFields({ settings, edit }: Props) {
  const text = useDashboardTexts();
  const language = useLanguage();
  const choose = (value: string): void => {
    const kind = filteredKinds.find((one) => one === value) ?? settings.element;
    edit(['element'], kind, 'element');
    edit(['properties'], columnsFor(kind, settings.properties), 'element');
  };
  return (
    <>
      <Choice
        label={text('element')}
        options={filteredKinds}
        nameOf={(kind) => elementKindNames[kind][language]}
        value={settings.element}
        onChange={choose}
      />
      <ColumnList settings={settings} edit={edit} />
    </>
  );
}
