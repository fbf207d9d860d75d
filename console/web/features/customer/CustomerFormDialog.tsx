import { createCustomer, updateCustomer } from '#schemas/customer/routes.ts';
import { FirstCustomerDraft, type Customer } from '#schemas/customer/customer.ts';
import type { Profile } from '#schemas/profile/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { type FormOf, useForm } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { zonesWith } from '#web/lib/zoned/local-time.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { customerDraft, emptyCustomer, fromMbps, toMbps } from './customer-draft.ts';
import { customerTouches } from './customer-queries.ts';
import { useCustomerTexts } from './texts/en.ts';
import './customer.css';

interface Props {
  /** Undefined for a new one. */
  readonly customer: Customer | undefined;
  readonly profiles: readonly Profile[];
  readonly roles: readonly { readonly id: number; readonly label: string }[];
  readonly onClose: () => void;
}

type Fields = { readonly form: FormOf<FirstCustomerDraft> };

const fieldByCode = { CLIENT_ID_TAKEN: 'clientId' } as const;
const DEFAULT = 'default';

function NameFields({ form, isFirst }: Fields & { readonly isFirst: boolean }) {
  const text = useCustomerTexts();
  return (
    <>
      {isFirst && (
        <TextField
          required
          {...entryOf(form, 'clientId')}
          label={text('clientId')}
          description={text('clientIdHint')}
        />
      )}
      <TextField required {...entryOf(form, 'name')} label={text('name')} />
    </>
  );
}

function ChoiceFields({ form, profiles, roles }: Fields & Pick<Props, 'profiles' | 'roles'>) {
  const text = useCustomerTexts();
  const nameOfRole = useBuiltInName('role');
  const { draft, change } = form;
  return (
    <div className="tt-form-pair">
      <Select
        id="profile"
        label={text('profile')}
        options={profiles.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(draft.profile)}
        searchable
        nothingFound={text('nothingFound')}
        onChange={(profile) => change({ profile: Number(profile) })}
      />
      <Select
        id="defaultRole"
        label={text('defaultRole')}
        options={[
          { value: DEFAULT, label: text('platformDefault') },
          ...roles.map(({ id, label }) => ({ value: String(id), label: nameOfRole(label) })),
        ]}
        value={draft.defaultRole === null ? DEFAULT : String(draft.defaultRole)}
        searchable
        nothingFound={text('nothingFound')}
        onChange={(role) => change({ defaultRole: role === DEFAULT ? null : Number(role) })}
      />
    </div>
  );
}

function FigureFields({ form, customer }: Fields & Pick<Props, 'customer'>) {
  const zoneOfCountry = customer?.countryTimeZone ?? null;
  const text = useCustomerTexts();
  const { draft, change } = form;
  return (
    <div className="tt-form-pair">
      <NumberField
        id="contractedInBps"
        label={text('contractedIn')}
        unit={text('unit')}
        decimals={3}
        value={toMbps(draft.contractedInBps)}
        error={form.errorOf('contractedInBps')}
        onChange={(mbps) => change({ contractedInBps: fromMbps(mbps) })}
      />
      <NumberField
        id="contractedOutBps"
        label={text('contractedOut')}
        unit={text('unit')}
        decimals={3}
        value={toMbps(draft.contractedOutBps)}
        error={form.errorOf('contractedOutBps')}
        onChange={(mbps) => change({ contractedOutBps: fromMbps(mbps) })}
      />
      <NumberField
        id="recipientId"
        label={text('recipientId')}
        value={draft.recipientId}
        error={form.errorOf('recipientId')}
        onChange={(recipientId) => change({ recipientId: recipientId ?? 0 })}
      />
      <Select
        id="timeZone"
        searchable
        label={text('timeZone')}
        description={text('timeZoneHint')}
        options={[
          {
            value: '',
            label:
              zoneOfCountry === null
                ? text('timeZoneOfReader')
                : text('timeZoneOfCountry', { zone: zoneOfCountry }),
          },
          ...zonesWith(customer?.timeZone).map((zone) => ({ value: zone, label: zone })),
        ]}
        nothingFound={text('nothingFound')}
        value={draft.timeZone ?? ''}
        onChange={(zone) => change({ timeZone: zone === '' ? null : zone })}
      />
    </div>
  );
}

export function CustomerFormDialog({ customer, profiles, roles, onClose }: Props) {
  const text = useCustomerTexts();
  const fallback = profiles.find(({ isDefault }) => isDefault) ?? profiles[0];
  const form = useForm<FirstCustomerDraft>({
    initial: customer === undefined ? emptyCustomer(fallback?.id ?? 0) : customerDraft(customer),
    contract: FirstCustomerDraft,
    fieldByCode,
    async store(draft) {
      if (customer === undefined) await call(createCustomer, { body: draft });
      else {
        const { clientId: _, ...remaining } = draft;
        const { id, version } = customer;
        await call(updateCustomer, { params: { id }, body: { ...remaining, version } });
      }
    },
    done: ({ name }) => text('wasSaved', { name }),
    touches: customerTouches,
    onSaved: onClose,
    onClosed: onClose,
  });
  return (
    <FormDialog
      title={customer === undefined ? text('createTitle') : text('editTitle', { name: customer.name })}
      form={form}
      disabledReason={useDisabledReason(createCustomer)}
      action={text(customer === undefined ? 'create' : 'save')}
      width={560}
    >
      <NameFields form={form} isFirst={customer === undefined} />
      <ChoiceFields form={form} profiles={profiles} roles={roles} />
      <FigureFields form={form} customer={customer} />
      <Switch
        label={text('explainsAlarms')}
        description={text('explainsAlarmsHint')}
        checked={form.draft.explainsAlarms}
        onChange={(explainsAlarms) => form.change({ explainsAlarms })}
      />
    </FormDialog>
  );
}
