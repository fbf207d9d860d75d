import { IconPlus } from '@tabler/icons-react';
import type { Route } from '#schemas/route.ts';
import { useDisabledReason, useMissingPermission } from '#web/kernel/permission/use-permission.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { useSettingsSearch } from './settings-search.ts';

interface Props {
  readonly label: string;
  /** The call that users who may add an entry have the right to make. */
  readonly writing: Route;
}

/** Opens the form of a new entry; absent without the right. */
export function AddButton({ label, writing }: Props) {
  const { change } = useSettingsSearch();
  const disabledReason = useDisabledReason(writing);
  if (useMissingPermission(writing) !== undefined) return null;
  return (
    <Button
      kind="primary"
      icon={<IconPlus size={15} />}
      disabledReason={disabledReason}
      onClick={() => change({ edit: 'new' })}
    >
      {label}
    </Button>
  );
}
