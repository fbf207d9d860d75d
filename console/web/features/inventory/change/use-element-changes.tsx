import { Suspense, useCallback, useState, type ReactNode } from 'react';
import {
  IconArrowsRightLeft,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { MAX_EDITED } from '#schemas/inventory/change/attribute-routes.ts';
import { switchCollection } from '#schemas/inventory/change/collection-routes.ts';
import { inventoryLimits } from '#schemas/limit/inventory.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { editedAttributes } from './attribute-draft.ts';
import type { ChangeTarget } from './change-target.ts';
import { useChangeTexts } from './texts/en.ts';

const SwitchDialog = lazyOverlay(() => import('./SwitchDialog.tsx'), 'SwitchDialog');
const DeleteDialog = lazyOverlay(() => import('./DeleteDialog.tsx'), 'DeleteDialog');
const EditDialog = lazyOverlay(() => import('./EditDialog.tsx'), 'EditDialog');

const MoveDialog = lazyOverlay(() => import('./MoveDialog.tsx'), 'MoveDialog');

type Opened = 'activate' | 'deactivate' | 'edit' | 'move' | 'delete';

interface Changes {
  /** What can be done with elements. */
  readonly itemsFor: (target: () => ChangeTarget, count: number, active?: boolean) => readonly MenuItem[];
  /** The dialog that is open. */
  readonly dialog: ReactNode;
}

/** Actions on elements, and the dialog of the chosen one. `onDone`: after a change. */
export function useElementChanges(kind: ChangeTarget['kind'], onDone: (action: Opened) => void): Changes {
  const text = useChangeTexts();
  const language = useLanguage();
  const denied = useDisabledReason(switchCollection);
  const [opened, setOpened] = useState<{ readonly action: Opened; readonly target: ChangeTarget }>();
  const itemsFor = useCallback<Changes['itemsFor']>(
    (target, count, active) => {
      const tooMany = (max: number): string | undefined =>
        count > max ? text('tooMany', { max: formatNumber(max, language) }) : undefined;
      const item = (action: Opened, icon: ReactNode, reason?: string): MenuItem => ({
        is: 'action',
        label: text(action),
        icon,
        disabledReason: denied ?? reason,
        run: () => setOpened({ action, target: target() }),
      });
      return [
        ...(active === true ? [] : [item('activate', <IconPlayerPlay size={15} />)]),
        ...(active === false ? [] : [item('deactivate', <IconPlayerPause size={15} />)]),
        ...(editedAttributes(kind, false).length === 0
          ? []
          : [item('edit', <IconPencil size={15} />, tooMany(MAX_EDITED))]),
        ...(kind === 'device' ? [item('move', <IconArrowsRightLeft size={15} />, tooMany(MAX_EDITED))] : []),
        { is: 'line', id: 'delete' },
        item('delete', <IconTrash size={15} />, tooMany(inventoryLimits.maxDeleted)),
      ];
    },
    [text, language, denied, kind],
  );
  const onClose = (): void => setOpened(undefined);
  const shared = opened && { target: opened.target, onClose, onDone: () => onDone(opened.action) };
  return {
    itemsFor,
    dialog: shared !== undefined && opened !== undefined && (
      <Suspense fallback={null}>
        {opened.action === 'edit' && <EditDialog {...shared} />}
        {opened.action === 'move' && (
          // Gone from this customer, as after a deletion.
          <MoveDialog {...shared} onDone={(isAcross) => onDone(isAcross ? 'delete' : 'move')} />
        )}
        {opened.action === 'delete' && <DeleteDialog {...shared} />}
        {(opened.action === 'activate' || opened.action === 'deactivate') && (
          <SwitchDialog {...shared} active={opened.action === 'activate'} />
        )}
      </Suspense>
    ),
  };
}
