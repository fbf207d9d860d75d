import { IconTrash } from '@tabler/icons-react';
import { filteredKinds, type ElementFilter } from '#schemas/data/element-filter.ts';
import { DocumentFilter as FilterContract, type DocumentFilter } from '#schemas/dashboard/document-filter.ts';
import { useLanguage } from '#web/lib/text.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useDashboardTexts } from '../texts/en.ts';
import { filterName } from '../view/filter-name.ts';
import { faultIn } from './fault/fault-in.ts';
import { DefaultFields } from './DefaultFields.tsx';
import { PredicateFields } from './PredicateFields.tsx';
import type { DocumentDraftControl } from './use-document-draft.ts';

interface FilterProps {
  readonly filter: DocumentFilter;
  readonly onChange: (part: Partial<DocumentFilter>, mark?: string) => void;
  readonly onRemove: () => void;
}

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

/** A choice of elements: what it is called, what it offers and what it starts with. */
export function OneFilter({ filter, onChange, onRemove }: FilterProps) {
  const text = useDashboardTexts();
  const language = useLanguage();
  const name = filterName(filter, language);
  const faultAt = (path: string) => faultIn(FilterContract, filter, { path, language });
  return (
    <fieldset className="tt-dashlet-series">
      <legend>{name}</legend>
      <div className="tt-dashlet-pair">
        <TextField
          label={text('title')}
          value={filter.title}
          error={faultAt('title')}
          onChange={(title) => onChange({ title }, 'title')}
        />
        <TextField
          label={text('labelExpression')}
          description={text('labelExpressionHint')}
          value={filter.label}
          error={faultAt('label')}
          onChange={(label) => onChange({ label }, 'label')}
        />
      </div>
      <PredicateFields
        element={filter.element}
        relation={filter.relation}
        predicates={filter.predicates}
        onlyActive={filter.onlyActive}
        onChange={(predicates) => onChange({ predicates })}
      />
      <DefaultFields filter={filter} fault={faultAt('default.ids')} onChange={onChange} />
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

type Offered = Pick<ElementFilter, 'element' | 'relation'>;

/** What a filter can be about: an element, or an end of a probe. */
export const offeredElements: readonly Offered[] = filteredKinds.flatMap((element): Offered[] =>
  element === 'probe'
    ? [{ element }, { element, relation: 'probe' }, { element, relation: 'responder' }]
    : [{ element }],
);
export const offeredName = ({ element, relation }: Offered): string =>
  relation === undefined ? element : `${element}-${relation}`;

/** A new filter: its id is unique, whatever the ids of a file are. */
function newFilter(chosen: Offered, filters: readonly DocumentFilter[]): DocumentFilter {
  const name = offeredName(chosen);
  const ids = new Set(filters.map(({ id }) => id));
  const id = ids.has(name) ? `${name}-${String(filters.length + 1)}` : name;
  return FilterContract.parse({ ...chosen, id, title: '', label: '' });
}

/** Filters of the document: one per element and relation. */
export function DocumentFilters({ control }: { readonly control: DocumentDraftControl }) {
  const text = useDashboardTexts();
  const language = useLanguage();
  const { filters } = control.draft.document;
  const taken = new Set(filters.map(offeredName));
  const free = offeredElements.filter((one) => !taken.has(offeredName(one)));
  const add = (name: string): void => {
    const chosen = free.find((one) => offeredName(one) === name);
    if (chosen !== undefined)
      control.change((draft) => void draft.filters.push(newFilter(chosen, draft.filters)));
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
        options={free.map((one) => ({
          value: offeredName(one),
          label: filterName({ ...one, title: '' }, language),
        }))}
        value={null}
        onChange={add}
      />
    </section>
  );
}
