import { useState, type ReactNode } from 'react';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { DeliveryTestResult } from '#schemas/notification/delivery.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import type { PermissionCall } from '#web/kernel/permission/missing-permission.ts';
import { useMissingPermission, useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { Drawer } from '#web/ui/dialog/Drawer.tsx';
import { Facts } from '#web/ui/layout/Facts.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useSettingsSearch } from '../settings-search.ts';
import { useSettingsTexts } from '../texts/en.ts';
import type { NotificationTarget } from './notification-target.ts';
import { targetTouches, type TargetList } from './target-queries.ts';
import { TestDelivery } from './TestDelivery.tsx';

interface Props {
  readonly target: NotificationTarget;
  readonly kind: TargetList;
  /** The call that updates one; its contract states the permission. */
  readonly writing: PermissionCall;
  readonly facts: readonly (readonly [string, ReactNode])[];
  readonly testLabel: string;
  readonly test: () => Promise<DeliveryTestResult>;
  readonly remove: (id: number) => Promise<unknown>;
  readonly children: ReactNode;
}

function Actions({
  target,
  kind,
  remove,
  disabledReason,
}: Pick<Props, 'target' | 'kind' | 'remove'> & { readonly disabledReason: string | undefined }) {
  const text = useSettingsTexts();
  const { change } = useSettingsSearch();
  const [confirming, setConfirming] = useState(false);
  const { name, id } = target;
  const { run, isPending } = useAction(targetTouches[kind]);
  const confirm = () => {
    setConfirming(false);
    run(() => remove(id), {
      done: text('removed', { name }),
      onDone: () => change({ open: undefined }),
    });
  };
  return (
    <div className="tt-target-actions">
      <Button
        kind="primary"
        icon={<IconPencil size={15} />}
        disabledReason={disabledReason}
        onClick={() => change({ edit: String(id) })}
      >
        {text('edit')}
      </Button>
      <Button
        kind="danger"
        icon={<IconTrash size={15} />}
        busy={isPending}
        disabledReason={disabledReason}
        onClick={() => setConfirming(true)}
      >
        {text('remove')}
      </Button>
      <ConfirmDialog
        open={confirming}
        title={text('removeTitle', { name })}
        consequence={text('removeConsequence')}
        action={text('remove')}
        onConfirm={confirm}
        onClose={() => setConfirming(false)}
      />
    </div>
  );
}

/** The details of a target next to the list: its settings, a test and its last deliveries. */
export function TargetDetails({ target, kind, writing, facts, testLabel, test, remove, children }: Props) {
  const text = useSettingsTexts();
  const { change } = useSettingsSearch();
  const disabledReason = useDisabledReason(writing);
  const mayWrite = useMissingPermission(writing) === undefined;
  const title = (
    <h2 className="tt-target-title">
      <span className="tt-ellipsis">{target.name}</span>
      {!target.enabled && <Tag>{text('disabled')}</Tag>}
    </h2>
  );
  return (
    <Drawer
      title={title}
      label={text('detailsOf', { name: target.name })}
      onClose={() => change({ open: undefined })}
    >
      <div className="tt-target-details">
        {mayWrite && <Actions target={target} kind={kind} remove={remove} disabledReason={disabledReason} />}
        <Facts facts={facts} />
        {mayWrite && (
          <TestDelivery key={target.id} label={testLabel} run={test} disabledReason={disabledReason} />
        )}
        {children}
      </div>
    </Drawer>
  );
}
