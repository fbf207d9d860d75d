import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { deleteAlarmGroup, updateAlarmGroup, type AlarmGroup } from '#schemas/cockpit/group-routes.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useReachReason } from '#web/kernel/permission/use-reach-reason.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { rowItems } from '#web/kernel/resource/resource-actions-column.tsx';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { RowActions } from '#web/ui/menu/RowActions.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { GroupForm } from './GroupForm.tsx';
import { groupsQuery } from '../cockpit-queries.ts';
import { useCockpitTexts } from '../texts/en.ts';
import './groups.css';

function GroupLine({ group, onEdit }: { readonly group: AlarmGroup; readonly onEdit: () => void }) {
  const text = useCockpitTexts();
  const resource = useResourceTexts();
  const missing = useDisabledReason(updateAlarmGroup);
  const disabledReason = useReachReason()(group) ?? missing;
  const { run } = useRouteAction(deleteAlarmGroup, { touches: [groupsQuery.queryKey] });
  const [confirming, setConfirming] = useState(false);
  const { id, name, version, members, alarms } = group;
  return (
    <li className="tt-group">
      <span className="tt-cockpit-name tt-ellipsis">{name}</span>
      <span className="tt-muted">{text('members', { count: members.length })}</span>
      <span className="tt-muted">{text('alarmCount', { count: alarms })}</span>
      <RowActions
        name={name}
        disabledReason={disabledReason}
        primary={{
          label: resource('editOf', { name }),
          icon: <IconPencil size={15} />,
          run: onEdit,
        }}
        items={rowItems(resource).remove(() => setConfirming(true))}
      />
      {confirming && (
        <ConfirmDialog
          open
          title={text('removeGroupTitle', { name })}
          consequence={text('removeGroupHint')}
          action={text('remove')}
          onClose={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false);
            run({ params: { group: id }, query: { version } });
          }}
        />
      )}
    </li>
  );
}

/** The groups that see restricted alarms, and their members. */
export function GroupsDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const disabledReason = useDisabledReason(updateAlarmGroup);
  const groups = useQuery(groupsQuery);
  const [edited, setEdited] = useState<AlarmGroup | 'new'>();
  if (edited !== undefined)
    return <GroupForm group={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />;
  const actions = (
    <>
      <Button icon={<IconPlus size={15} />} disabledReason={disabledReason} onClick={() => setEdited('new')}>
        {text('newGroup')}
      </Button>
      <Button kind="primary" onClick={onClose}>
        {text('done')}
      </Button>
    </>
  );
  const panel = panelStateOf(groups, language, 'TEMPLATE.COCKPIT.read');
  const state =
    panel.is === 'ready' && groups.data?.length === 0
      ? ({ is: 'empty', title: text('groupsEmpty') } as const)
      : panel;
  return (
    <Dialog open title={text('groupsTitle')} onClose={onClose} actions={actions} width={560}>
      <p className="tt-muted">{text('groupsHint')}</p>
      <Panel label={text('groups')} state={state}>
        <ul className="tt-groups">
          {groups.data?.map((group) => (
            <GroupLine key={group.id} group={group} onEdit={() => setEdited(group)} />
          ))}
        </ul>
      </Panel>
    </Dialog>
  );
}
