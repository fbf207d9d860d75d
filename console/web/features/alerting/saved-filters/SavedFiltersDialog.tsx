import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { acknowledgeAlarm } from '#schemas/alerting/routes.ts';
import {
  SAVED_FILTER_NAME_MAX,
  type FilterSearch,
  type SavedFilter,
} from '#schemas/alerting/saved-filter-list.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { FilterLine } from './FilterLine.tsx';
import { useSavedFilterTexts } from './texts/en.ts';
import { savedFiltersQuery, type FilterScope } from './saved-filters-query.ts';
import { useSavedFilters } from './use-saved-filters.ts';
import './saved-filters.css';

export interface SavedFiltersProps {
  readonly customerId: FilterScope;
  /** What the page filters by now. */
  readonly filter: FilterSearch;
  readonly onApply: (filter: FilterSearch) => void;
}

/** Saves the filter of the page; one of the user's of the same name is replaced. */
function SaveForm({
  customerId,
  filter,
  filters,
}: Omit<SavedFiltersProps, 'onApply'> & { readonly filters: readonly SavedFilter[] }) {
  const text = useSavedFilterTexts();
  const { everyCustomer } = useSession();
  const { save, isPending } = useSavedFilters(customerId);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const cannotShare = useDisabledReason(acknowledgeAlarm);
  const mayShare = cannotShare === undefined && (customerId !== undefined || everyCustomer);
  const trimmed = name.trim();
  const missing = trimmed === '' ? text('unnamed') : undefined;
  const disabledReason = Object.keys(filter).length === 0 ? text('nothing') : missing;
  const before = filters.find((each) => each.own && each.name.toLowerCase() === trimmed.toLowerCase());
  return (
    <Form
      label={text('save')}
      onSubmit={() => {
        if (disabledReason !== undefined) return;
        const draft = { name: trimmed, search: filter, shared };
        save({ draft, before }, () => setName(''));
      }}
      actions={
        <Button type="submit" busy={isPending} disabledReason={disabledReason}>
          {text('save')}
        </Button>
      }
    >
      <TextField
        first
        label={text('name')}
        value={name}
        onChange={(next) => setName(next.slice(0, SAVED_FILTER_NAME_MAX))}
      />
      {mayShare && (
        <Checkbox
          label={text(customerId === undefined ? 'shareAcross' : 'share')}
          checked={shared}
          onChange={setShared}
        />
      )}
    </Form>
  );
}

/** The saved filters of a page of alarms: applies, saves, renames and deletes them. */
export function SavedFiltersDialog({
  customerId,
  filter,
  onApply,
  onClose,
}: SavedFiltersProps & { readonly onClose: () => void }) {
  const text = useSavedFilterTexts();
  const language = useLanguage();
  const query = useQuery(savedFiltersQuery(customerId));
  const filters = query.data ?? [];
  const loaded = panelStateOf(query, language, 'ALERT.read');
  const state =
    loaded.is === 'ready' && filters.length === 0 ? { is: 'empty' as const, title: text('none') } : loaded;
  return (
    <Dialog open title={text('title')} onClose={onClose}>
      <Panel label={text('list')} state={state}>
        <ul className="tt-saved-filters">
          {filters.map((each) => (
            <FilterLine
              key={each.id}
              customerId={customerId}
              filter={each}
              onApply={() => {
                onApply(each.search);
                onClose();
              }}
            />
          ))}
        </ul>
      </Panel>
      <p className="tt-muted tt-saved-filters-hint">
        {text(customerId === undefined ? 'hintAcross' : 'hint')}
      </p>
      <SaveForm customerId={customerId} filter={filter} filters={filters} />
    </Dialog>
  );
}
