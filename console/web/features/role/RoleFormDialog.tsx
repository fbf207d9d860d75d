import { createRole, updateRole } from '#schemas/role/routes.ts';
import { RoleDraft, type Role } from '#schemas/role/role.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { closure } from '#schemas/permission/grants.ts';
import { call } from '#web/kernel/api/call.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useBuiltInHint, useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { TextField } from '#web/ui/field/TextField.tsx';
import { PermissionTree } from './PermissionTree.tsx';
import { roleTouches } from './role-queries.ts';
import { useRoleTexts } from './texts/en.ts';

interface Props {
  /** Undefined for a new one. */
  readonly role: Role | undefined;
  /** The one that a new one copies. */
  readonly model?: Role | undefined;
  readonly onClose: () => void;
}

const fieldByCode = { NAME_TAKEN: 'label' } as const;
const ordered = (held: ReadonlySet<string>) => permissionKeys.filter((permission) => held.has(permission));

/** Creates or edits a role: its name and its permissions. */
export function RoleFormDialog({ role, model, onClose }: Props) {
  const text = useRoleTexts();
  const nameOf = useBuiltInName('role');
  const hintOf = useBuiltInHint('role');
  const form = useForm<RoleDraft>({
    initial: {
      label: model === undefined ? (role?.label ?? '') : text('copyOf', { role: model.label }),
      permissions: ordered(closure((role ?? model)?.permissions ?? [])),
    },
    contract: RoleDraft,
    fieldByCode,
    async store(draft) {
      if (role === undefined) await call(createRole, { body: draft });
      else {
        const { id, version } = role;
        await call(updateRole, { params: { id }, body: { ...draft, version } });
      }
    },
    done: ({ label }) => text('wasSaved', { role: label }),
    touches: roleTouches,
    onSaved: onClose,
    onClosed: onClose,
  });
  return (
    <FormDialog
      title={role === undefined ? text('createTitle') : text('editTitle', { role: nameOf(role.label) })}
      form={form}
      disabledReason={useDisabledReason(createRole)}
      action={text(role === undefined ? 'create' : 'save')}
    >
      <TextField
        required
        {...entryOf(form, 'label')}
        label={text('label')}
        description={hintOf(form.draft.label)}
      />
      <PermissionTree
        held={new Set(form.draft.permissions)}
        onChange={(held) => form.change({ permissions: ordered(held) })}
      />
    </FormDialog>
  );
}
