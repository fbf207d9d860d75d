import { useState } from 'react';
import type { z } from 'zod';
import { createToken } from '#schemas/token/routes.ts';
import { permissionKeys, type Permission } from '#schemas/permission/catalogue.ts';
import { call } from '#web/kernel/api/call.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm, type FormOf } from '#web/kernel/form/use-form.ts';
import { permissionName } from '#web/kernel/permission/permission-name.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import type { ShownToken } from './IssuedTokenDialog.tsx';
import { useTokenTexts } from './texts/en.ts';

type TokenDraft = z.output<typeof createToken.body>;
const blank: TokenDraft = { name: '', permissions: [], customers: 'all', days: 90 };
const terms = [7, 30, 90, 180, 365];
const fieldByCode = { NAME_TAKEN: 'name', CLIENT_REQUIRED: 'customers' } as const;

function ScopeFields({ form }: { readonly form: FormOf<TokenDraft> }) {
  const text = useTokenTexts();
  const language = useLanguage();
  const { permissions, customers } = useSession();
  const { draft, change, errorOf } = form;
  // The selected customers return when the switch is turned back.
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const choose = (ids: number[]) => {
    setChosen(ids);
    change({ customers: ids });
  };
  const held = permissionKeys.filter((permission) => permissions.includes(permission));
  return (
    <>
      <MultiSelect
        required
        id="permissions"
        label={text('rights')}
        description={text('rightsHint')}
        options={held.map((value) => ({ value, label: permissionName(value, language) }))}
        values={draft.permissions}
        nothingFound={text('nothingFound')}
        error={errorOf('permissions')}
        onChange={(values) => change({ permissions: values as Permission[] })}
      />
      <Switch
        label={text('allCustomers')}
        description={text('allCustomersHint')}
        checked={draft.customers === 'all'}
        onChange={(all) => change({ customers: all ? 'all' : [...chosen] })}
      />
      {draft.customers !== 'all' && (
        <MultiSelect
          id="customers"
          label={text('customers')}
          options={customers.map(({ id, name }) => ({ value: String(id), label: name }))}
          values={draft.customers.map(String)}
          nothingFound={text('nothingFound')}
          error={errorOf('customers')}
          onChange={(values) => choose(values.map(Number))}
        />
      )}
    </>
  );
}

interface Props {
  readonly onMade: (made: ShownToken) => void;
  readonly onClose: () => void;
}

/** Creates a token with some of the user's own permissions. */
export function TokenFormDialog({ onMade, onClose }: Props) {
  const text = useTokenTexts();
  const form = useForm<TokenDraft>({
    initial: blank,
    contract: createToken.body,
    fieldByCode,
    async store(body) {
      const { token } = await call(createToken, { body });
      onMade({ name: body.name, token });
    },
    onSaved: onClose,
    onClosed: onClose,
  });
  return (
    <FormDialog title={text('makeTitle')} form={form} action={text('makeAction')} width={560}>
      <TextField required {...entryOf(form, 'name')} label={text('name')} description={text('nameHint')} />
      <ScopeFields form={form} />
      <Select
        id="days"
        label={text('expiry')}
        value={String(form.draft.days)}
        options={terms.map((days) => ({ value: String(days), label: text('days', { count: days }) }))}
        onChange={(days) => form.change({ days: Number(days) })}
      />
    </FormDialog>
  );
}
