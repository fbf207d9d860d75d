import { useState } from 'react';
import { IconChevronDown, IconChevronRight, IconPencil, IconStar } from '@tabler/icons-react';
import { deleteRole, setDefaultRole } from '#schemas/role/routes.ts';
import type { Role } from '#schemas/role/role.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { RemovalDialog } from '#web/kernel/list/RemovalDialog.tsx';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useReachReason } from '#web/kernel/permission/use-reach-reason.ts';
import { rowItems } from '#web/kernel/resource/resource-actions-column.tsx';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { RowActions } from '#web/ui/menu/RowActions.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { PermissionTree } from './PermissionTree.tsx';
import { roleTouches } from './role-queries.ts';
import { useRoleSearch } from './role-search.ts';
import { useRoleTexts } from './texts/en.ts';

interface Props {
  readonly role: Role;
  readonly selected: boolean;
  readonly onSelect: (selected: boolean) => void;
}

/** Why a role cannot be copied, changed, deleted or made the default one. */
function useRejections(role: Role) {
  const language = useLanguage();
  const right = useDisabledReason(deleteRole);
  const every = useDisabledReason(setDefaultRole);
  const reaching = useReachReason()(role);
  const frozen = role.isAdmin ? problemText('ROLE_ADMIN_FROZEN', language) : undefined;
  const lockedReason = role.isDefault ? problemText('ROLE_DEFAULT_FROZEN', language) : undefined;
  return {
    create: right,
    edit: right ?? frozen ?? reaching,
    makeDefault: every ?? frozen,
    remove: right ?? frozen ?? lockedReason ?? reaching,
  };
}

function RoleActions({ role }: { readonly role: Role }) {
  const text = useRoleTexts();
  const resource = useResourceTexts();
  const items = rowItems(resource);
  const { change } = useRoleSearch();
  const { run } = useRouteAction(setDefaultRole, { touches: roleTouches });
  const [removing, setRemoving] = useState(false);
  const { create, edit, makeDefault, remove } = useRejections(role);
  const params = { id: role.id };
  const label = useBuiltInName('role')(role.label);
  const name = { role: label };
  return (
    <>
      <RowActions
        name={label}
        primary={{
          label: resource('editOf', { name: label }),
          icon: <IconPencil size={15} />,
          disabledReason: edit,
          run: () => change({ edit: String(role.id) }),
        }}
        items={[
          items.duplicate(() => change({ edit: 'new', from: role.id }), create),
          {
            is: 'action',
            label: text('makeDefault'),
            icon: <IconStar size={15} />,
            disabledReason: role.isDefault ? text('isDefaultNow') : makeDefault,
            run: () => run({ params }, { done: text('isDefault', name) }),
          },
          ...items.remove(() => setRemoving(true), remove),
        ]}
      />
      {removing && (
        <RemovalDialog
          route={deleteRole}
          args={{ params }}
          touches={roleTouches}
          title={text('deleteTitle', name)}
          consequence={text('deleteConsequence', { count: role.users })}
          action={text('delete')}
          done={text('wasDeleted', name)}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}

/** A role of the library: name and counts, expanded with its permissions. */
export function RoleItem({ role, selected, onSelect }: Props) {
  const text = useRoleTexts();
  const { search, change } = useRoleSearch();
  const unfolded = search.open.includes(role.id);
  const label = useBuiltInName('role')(role.label);
  const name = { role: label };
  const toggle = () =>
    change({ open: unfolded ? search.open.filter((id) => id !== role.id) : [...search.open, role.id] });
  return (
    <li className="tt-role" aria-label={label}>
      <div className="tt-role-head">
        <Checkbox quietLabel label={text('select', name)} checked={selected} onChange={onSelect} />
        <IconButton
          label={unfolded ? text('fold', name) : text('unfold', name)}
          icon={unfolded ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
          aria-expanded={unfolded}
          onClick={toggle}
        />
        <span className="tt-role-name tt-ellipsis" title={label}>
          {label}
        </span>
        {role.isAdmin && <Tag tone="accent">{text('admin')}</Tag>}
        {role.isDefault && <Tag>{text('default')}</Tag>}
        <span className="tt-role-facts tt-muted">
          {text('users', { count: role.users })} · {text('heldRights', { count: role.permissions.length })}
        </span>
        <div className="tt-role-end">
          <RoleActions role={role} />
        </div>
      </div>
      {unfolded && (
        <div className="tt-role-rights">
          <PermissionTree held={new Set(role.permissions)} />
        </div>
      )}
    </li>
  );
}
