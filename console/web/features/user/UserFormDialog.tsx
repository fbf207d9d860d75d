import { createUser, updateUser } from '#schemas/user/routes.ts';
import { AddedUser, type User } from '#schemas/user/user.ts';
import { call } from '#web/kernel/api/call.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { AccessFields, type UserChoices } from './AccessFields.tsx';
import { IdentityFields } from './IdentityFields.tsx';
import type { Shown } from './IssuedPasswordDialog.tsx';
import { userDraft, emptyUser } from './user-draft.ts';
import { userTouches } from './user-queries.ts';
import { useUserTexts } from './texts/en.ts';

interface Props {
  /** Undefined for a new one. */
  readonly user: User | undefined;
  readonly choices: UserChoices;
  readonly onPassword: (shown: Shown) => void;
  readonly onClose: () => void;
}

const fieldByCode = {
  USERNAME_TAKEN: 'username',
  USERNAME_LOOKS_TAKEN: 'username',
  CLIENT_REQUIRED: 'customers',
} as const;

export function UserFormDialog({ user, choices, onPassword, onClose }: Props) {
  const text = useUserTexts();
  const disabledReason = useDisabledReason(createUser);
  const firstRole = choices.roles.find(({ isDefault }) => isDefault) ?? choices.roles[0];
  const form = useForm<AddedUser>({
    initial: user === undefined ? emptyUser(firstRole?.id ?? 0) : userDraft(user),
    contract: AddedUser,
    fieldByCode,
    async store(draft) {
      if (user === undefined) {
        const { password } = await call(createUser, { body: draft });
        if (password !== null) onPassword({ username: draft.username, password });
      } else {
        const { id, version } = user;
        const { signsInElsewhere: _, ...change } = draft;
        await call(updateUser, { params: { id }, body: { ...change, version } });
      }
    },
    // The password of a new user is shown instead.
    done: ({ username, signsInElsewhere }) =>
      user !== undefined || signsInElsewhere ? text('wasSaved', { username }) : undefined,
    touches: userTouches,
    onSaved: onClose,
    onClosed: onClose,
  });
  const title = user === undefined ? text('createTitle') : text('editTitle', { username: user.username });
  return (
    <FormDialog
      title={title}
      form={form}
      disabledReason={disabledReason}
      action={text(user === undefined ? 'create' : 'save')}
    >
      <IdentityFields form={form} isAdded={user === undefined} />
      <AccessFields form={form} choices={choices} stored={user?.restrictions ?? []} />
    </FormDialog>
  );
}
