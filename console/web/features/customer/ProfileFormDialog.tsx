import { createProfile, ProfileDraft, updateProfile, type Profile } from '#schemas/profile/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { TextField } from '#web/ui/field/TextField.tsx';
import { customerTouches } from './customer-queries.ts';
import { useCustomerTexts } from './texts/en.ts';

interface Props {
  /** Undefined for a new one. */
  readonly profile: Profile | undefined;
  readonly onClose: () => void;
}

const fieldByCode = { NAME_TAKEN: 'name' } as const;

/** Creates or renames a customer profile. */
export function ProfileFormDialog({ profile, onClose }: Props) {
  const text = useCustomerTexts();
  const form = useForm<{ readonly name: string }>({
    initial: { name: profile?.name ?? '' },
    contract: ProfileDraft,
    fieldByCode,
    async store(draft) {
      if (profile === undefined) await call(createProfile, { body: draft });
      else await call(updateProfile, { params: { id: profile.id }, body: draft });
    },
    done: ({ name }) => text('wasSaved', { name }),
    touches: customerTouches,
    onSaved: onClose,
    onClosed: onClose,
  });
  return (
    <FormDialog
      title={profile === undefined ? text('profileTitle') : text('renameTitle', { name: profile.name })}
      form={form}
      disabledReason={useDisabledReason(createProfile)}
      action={text(profile === undefined ? 'create' : 'save')}
      width={440}
    >
      <TextField required {...entryOf(form, 'name')} label={text('name')} />
    </FormDialog>
  );
}
