import { useState } from 'react';
import { IconPencil, IconStar, IconTrash } from '@tabler/icons-react';
import { SAVED_FILTER_NAME_MAX, type SavedFilter } from '#schemas/alerting/saved-filter-list.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { RowActions } from '#web/ui/menu/RowActions.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useSavedFilterTexts } from './texts/en.ts';
import type { FilterScope } from './saved-filters-query.ts';
import { useSavedFilters } from './use-saved-filters.ts';

interface Props {
  readonly customerId: FilterScope;
  readonly filter: SavedFilter;
  readonly onApply: () => void;
}

function RenameForm({ customerId, filter, onClose }: Omit<Props, 'onApply'> & { onClose: () => void }) {
  const text = useSavedFilterTexts();
  const { save, isPending } = useSavedFilters(customerId);
  const [name, setName] = useState(filter.name);
  const trimmed = name.trim();
  const disabledReason = trimmed === '' ? text('unnamed') : undefined;
  const { search, shared } = filter;
  return (
    <Form
      label={text('renameOf', { name: filter.name })}
      onSubmit={() => {
        if (disabledReason === undefined)
          save({ draft: { name: trimmed, search, shared }, before: filter }, onClose);
      }}
      actions={
        <>
          <Button onClick={onClose}>{text('cancel')}</Button>
          <Button type="submit" kind="primary" busy={isPending} disabledReason={disabledReason}>
            {text('rename')}
          </Button>
        </>
      }
    >
      <TextField
        first
        label={text('newName')}
        value={name}
        onChange={(next) => setName(next.slice(0, SAVED_FILTER_NAME_MAX))}
      />
    </Form>
  );
}

/** A saved filter: applies it, and everything that its user can do with it. */
export function FilterLine({ customerId, filter, onApply }: Props) {
  const text = useSavedFilterTexts();
  const { remove, start } = useSavedFilters(customerId);
  const [renaming, setRenaming] = useState(false);
  const { name, own, shared, author, isDefault } = filter;
  if (renaming)
    return (
      <li>
        <RenameForm customerId={customerId} filter={filter} onClose={() => setRenaming(false)} />
      </li>
    );
  const ownItems: readonly MenuItem[] = [
    { is: 'action', label: text('rename'), icon: <IconPencil size={15} />, run: () => setRenaming(true) },
    { is: 'line', id: 'remove' },
    { is: 'action', label: text('remove'), icon: <IconTrash size={15} />, run: () => remove(filter) },
  ];
  const items: readonly MenuItem[] = [
    {
      is: 'action',
      label: text(isDefault ? 'startWithout' : 'startWith'),
      icon: <IconStar size={15} />,
      run: () => start(isDefault ? undefined : filter),
    },
    ...(own ? ownItems : []),
  ];
  return (
    <li>
      <Button kind="quiet" onClick={onApply}>
        <span className="tt-ellipsis">{name}</span>
      </Button>
      {isDefault && <Tag tone="accent">{text('default')}</Tag>}
      {shared && (
        <span className="tt-muted tt-ellipsis">
          {own ? text('shared') : text('sharedBy', { author: author ?? '–' })}
        </span>
      )}
      <RowActions name={name} items={items} />
    </li>
  );
}
