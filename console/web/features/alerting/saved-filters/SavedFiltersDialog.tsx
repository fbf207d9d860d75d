import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { IconTrash } from '@tabler/icons-react';
import { acknowledgeAlarm } from '#schemas/alerting/routes.ts';
import { SAVED_FILTER_NAME_MAX, type SavedFilter } from '#schemas/alerting/saved-filter-routes.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { useAlertSearch } from '../alert-search.ts';
import { searchOfFilter, filterOf } from './filter-search.ts';
import { useSavedFilterTexts } from './use-saved-filter-texts.ts';
import { savedFiltersQuery, useSavedFilters } from './use-saved-filters.ts';
import './saved-filters.css';

interface Props {
  readonly customerId: number;
  readonly onClose: () => void;
}

function FilterLine({
  filter,
  onApply,
  onRemove,
}: {
  readonly filter: SavedFilter;
  readonly onApply: () => void;
  readonly onRemove: () => void;
}) {
  const text = useSavedFilterTexts();
  const { name, own, shared, author } = filter;
  const whose = own ? text('shared') : text('sharedBy', { author: author ?? '–' });
  return (
    <li>
      <Button kind="quiet" onClick={onApply}>
        <span className="tt-ellipsis">{name}</span>
      </Button>
      {shared && <span className="tt-muted tt-ellipsis">{whose}</span>}
      {own && (
        <IconButton
          small
          label={text('remove', { name })}
          icon={<IconTrash size={15} />}
          onClick={onRemove}
        />
      )}
    </li>
  );
}

/** Saves the filter of the address; one of the user's of the same name is replaced. */
function SaveForm({
  customerId,
  filters,
}: {
  readonly customerId: number;
  readonly filters: readonly SavedFilter[];
}) {
  const text = useSavedFilterTexts();
  const { search } = useAlertSearch();
  const { save } = useSavedFilters(customerId);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const cannotShare = useDisabledReason(acknowledgeAlarm);
  const filter = filterOf(search);
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
        save.mutate({ draft, before }, { onSuccess: () => setName('') });
      }}
      actions={
        <Button type="submit" busy={save.isPending} disabledReason={disabledReason}>
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
      {cannotShare === undefined && <Checkbox label={text('share')} checked={shared} onChange={setShared} />}
    </Form>
  );
}

/** The saved filters of a customer's running alarms: applies, saves and deletes them. */
export function SavedFiltersDialog({ customerId, onClose }: Props) {
  const text = useSavedFilterTexts();
  const language = useLanguage();
  const { change } = useAlertSearch();
  const query = useQuery(savedFiltersQuery(customerId));
  const { remove } = useSavedFilters(customerId);
  const filters = query.data ?? [];
  const loaded = panelStateOf(query, language, 'ALERT.read');
  const state =
    loaded.is === 'ready' && filters.length === 0 ? { is: 'empty' as const, title: text('none') } : loaded;
  return (
    <Dialog open title={text('title')} onClose={onClose}>
      <Panel label={text('list')} state={state}>
        <ul className="tt-saved-filters">
          {filters.map((filter) => (
            <FilterLine
              key={filter.id}
              filter={filter}
              onApply={() => {
                change(searchOfFilter(filter.search));
                onClose();
              }}
              onRemove={() => remove.mutate(filter)}
            />
          ))}
        </ul>
      </Panel>
      <p className="tt-muted tt-saved-filters-hint">{text('hint')}</p>
      <SaveForm customerId={customerId} filters={filters} />
    </Dialog>
  );
}
