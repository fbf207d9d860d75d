import { IconTrash } from '@tabler/icons-react';
import { filteredKinds } from '#schemas/data/element-filter.ts';
import type { DocumentFilter } from '#schemas/dashboard/document-filter.ts';
import { DocumentFilter as FilterContract } from '#schemas/dashboard/document-filter.ts';
import { businessHours, businessHoursOptions } from '#schemas/time/business-hours.ts';
import { zones } from '#web/lib/local-time.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { elementKindNames } from '../element-kind-names.ts';
import { useDashboardTexts } from '../use-dashboard-texts.ts';
import { filterName } from '../view/filter-name.ts';
import { offeredMinutes } from '../view/period-text.ts';
import { usePeriodText } from '../view/PeriodPicker.tsx';
import { PredicateFields } from './PredicateFields.tsx';
import type { DocumentDraftControl } from './use-document-draft.ts';

interface Props {
  readonly control: DocumentDraftControl;
  readonly onClose: () => void;
}

function Times({ control }: Pick<Props, 'control'>) {
  const text = useDashboardTexts();
  const language = useLanguage();
  const words = usePeriodText();
  const { document } = control.draft;
  const minutes = document.period.kind === 'last' ? document.period.minutes : undefined;
  return (
    <div className="tt-dashlet-pair">
      <Select
        label={text('period')}
        options={[...new Set([...offeredMinutes, ...(minutes === undefined ? [] : [minutes])])].map(
          (one) => ({
            value: String(one),
            label: words({ kind: 'last', minutes: one }),
          }),
        )}
        value={minutes === undefined ? null : String(minutes)}
        onChange={(chosen) =>
          control.change((draft) => {
            draft.period = { kind: 'last', minutes: Number(chosen) };
          })
        }
      />
      <Select
        label={text('businessHours')}
        options={businessHoursOptions.map((one) => ({ value: one, label: businessHours[one][language] }))}
        value={document.businessHours}
        onChange={(chosen) =>
          control.change((draft) => {
            draft.businessHours = businessHoursOptions.find((one) => one === chosen) ?? '24h';
          })
        }
      />
      <Select
        searchable
        label={text('timeZone')}
        options={[
          { value: '', label: text('timeZoneOwn') },
          ...zones().map((zone) => ({ value: zone, label: zone })),
        ]}
        value={document.timeZone ?? ''}
        onChange={(zone) =>
          control.change((draft) => {
            if (zone === '') delete draft.timeZone;
            else draft.timeZone = zone;
          })
        }
      />
      <NumberField
        label={text('rowHeight')}
        value={document.grid.rowHeight}
        onChange={(height) =>
          control.change((draft) => {
            draft.grid.rowHeight = Math.min(Math.max(height ?? 32, 16), 120);
          }, 'row height')
        }
      />
    </div>
  );
}

interface FilterProps {
  readonly filter: DocumentFilter;
  readonly onChange: (part: Partial<DocumentFilter>, mark?: string) => void;
  readonly onRemove: () => void;
}

const strategies = ['all', 'first', 'predicates'] as const;

function FilterSwitches({ filter, onChange }: Omit<FilterProps, 'onRemove'>) {
  const text = useDashboardTexts();
  const { strategy } = filter.default;
  return (
    <>
      <Switch
        label={text('mandatory')}
        checked={filter.mandatory}
        onChange={(mandatory) =>
          onChange({ mandatory, ...(mandatory && strategy === 'all' && { default: { strategy: 'first' } }) })
        }
      />
      <Switch
        label={text('onlyActive')}
        checked={filter.onlyActive}
        onChange={(onlyActive) => onChange({ onlyActive })}
      />
    </>
  );
}

function OneFilter({ filter, onChange, onRemove }: FilterProps) {
  const text = useDashboardTexts();
  const language = useLanguage();
  const name = filterName(filter, language);
  const { strategy } = filter.default;
  return (
    <fieldset className="tt-dashlet-series">
      <legend>{name}</legend>
      <div className="tt-dashlet-pair">
        <TextField
          label={text('title')}
          value={filter.title}
          onChange={(title) => onChange({ title }, 'title')}
        />
        <TextField
          label={text('labelExpression')}
          description={text('labelExpressionHint')}
          value={filter.label}
          onChange={(label) => onChange({ label }, 'label')}
        />
      </div>
      <PredicateFields
        element={filter.element}
        predicates={filter.predicates}
        onlyActive={filter.onlyActive}
        onChange={(predicates) => onChange({ predicates })}
      />
      <Select
        label={text('defaultSelection')}
        options={strategies
          .filter((one) => !filter.mandatory || one !== 'all')
          .map((one) => ({ value: one, label: text(`strategy_${one}`) }))}
        value={strategy === 'selection' ? null : strategy}
        onChange={(chosen) =>
          onChange({
            default:
              chosen === 'predicates'
                ? { strategy: chosen, predicates: [{ property: 'name', operator: 'exists', values: [] }] }
                : { strategy: chosen === 'first' ? 'first' : 'all' },
          })
        }
      />
      <FilterSwitches filter={filter} onChange={onChange} />
      <IconButton
        small
        label={text('removeFilter', { name })}
        icon={<IconTrash size={14} />}
        onClick={onRemove}
      />
    </fieldset>
  );
}

function Filters({ control }: Pick<Props, 'control'>) {
  const text = useDashboardTexts();
  const language = useLanguage();
  const { filters } = control.draft.document;
  const free = filteredKinds.filter((kind) => filters.every(({ element }) => element !== kind));
  const add = (kind: string): void => {
    const element = free.find((one) => one === kind);
    if (element === undefined) return;
    control.change(
      (draft) =>
        void draft.filters.push(FilterContract.parse({ id: element, element, title: '', label: '' })),
    );
  };
  return (
    <section className="tt-dashlet-part" aria-label={text('filters')}>
      <h3>{text('filters')}</h3>
      {filters.map((filter, index) => (
        <OneFilter
          key={filter.id}
          filter={filter}
          onChange={(part, mark) =>
            control.change(
              (draft) => {
                const drafted = draft.filters[index];
                if (drafted !== undefined) Object.assign(drafted, part);
              },
              mark && `filter ${filter.id} ${mark}`,
            )
          }
          onRemove={() => control.change((draft) => void draft.filters.splice(index, 1))}
        />
      ))}
      <Select
        label={text('addFilter')}
        options={free.map((kind) => ({ value: kind, label: elementKindNames[kind][language] }))}
        value={null}
        onChange={add}
      />
    </section>
  );
}

/** Period, hours, time zone, grid and filters of a document. Changes apply at once and can be undone. */
export function DocumentSettingsDialog({ control, onClose }: Props) {
  const text = useDashboardTexts();
  return (
    <Dialog
      open
      title={text('documentSettings')}
      width={640}
      actions={
        <Button kind="primary" onClick={onClose}>
          {text('closeFilter')}
        </Button>
      }
      onClose={onClose}
    >
      <div className="tt-dashlet-form">
        <Times control={control} />
        <Filters control={control} />
      </div>
    </Dialog>
  );
}
