import { IconPlus } from '@tabler/icons-react';
import type { Route } from '#schemas/route.ts';
import { useDisabledReason, useMissingPermission } from '#web/kernel/permission/use-permission.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { useSettingsSearch } from './settings-search.ts';

interface Props {
  readonly label: string;
  /** Label of the search field. */
  readonly find: string;
  /** Label of the button that adds an entry. */
  readonly add: string;
  /** The call that users who may add an entry have the right to make. */
  readonly change: Route;
}

/** Search in a list of settings, and a button that opens the form of a new entry. */
export function ListToolbar({ label, find, add, change: route }: Props) {
  const { search, change } = useSettingsSearch();
  const disabledReason = useDisabledReason(route);
  const mayWrite = useMissingPermission(route) === undefined;
  const button = mayWrite && (
    <Button
      kind="primary"
      icon={<IconPlus size={15} />}
      disabledReason={disabledReason}
      onClick={() => change({ edit: 'new' })}
    >
      {add}
    </Button>
  );
  return (
    <Toolbar label={label} end={button}>
      <SearchField label={find} value={search.q} onChange={(q) => change({ q })} />
    </Toolbar>
  );
}
