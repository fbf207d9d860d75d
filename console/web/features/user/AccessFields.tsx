import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import type { UserDraft } from '#schemas/user/user.ts';
import { selectionLimits } from '#schemas/limit/selection.ts';
import { warningText } from '#schemas/problem/warning.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { SitesField } from './SitesField.tsx';
import { seesNothing, withCustomers, withRestriction, type UserForm } from './user-draft.ts';
import type { useUserChoices } from './user-queries.ts';
import { useUserTexts } from './texts/en.ts';

export type UserChoices = NonNullable<ReturnType<typeof useUserChoices>['data']>;

interface Props {
  readonly form: UserForm;
  readonly choices: UserChoices;
}

interface AccessProps extends Props {
  /** As stored; none of a new user. */
  readonly stored: UserDraft['restrictions'];
}

/** Ids of a selection in ascending order, so that the order of clicks is no change. */
const toIds = (values: readonly string[]): number[] => values.map(Number).sort((one, other) => one - other);

function RoleField({ form, choices }: Props) {
  const text = useUserTexts();
  const nameOf = useBuiltInName('role');
  const options = choices.roles.map(({ id, label, exceedsOwn }) => ({
    value: String(id),
    label: exceedsOwn ? text('roleExceeds', { role: nameOf(label) }) : nameOf(label),
  }));
  return (
    <Select
      id="role"
      label={text('role')}
      options={options}
      value={String(form.draft.role)}
      searchable
      nothingFound={text('nothingFound')}
      error={form.errorOf('role')}
      onChange={(role) => form.change({ role: Number(role) })}
    />
  );
}

function GrantFields({ form, choices }: Props) {
  const text = useUserTexts();
  const { draft, change } = form;
  return (
    <div className="tt-form-pair">
      <MultiSelect
        id="customers"
        label={text('grantedClients')}
        placeholder={text('choose')}
        options={choices.customers.map(({ id, name }) => ({ value: String(id), label: name }))}
        values={draft.customers.map(String)}
        nothingFound={text('nothingFound')}
        error={form.errorOf('customers')}
        onChange={(values) => change(withCustomers(draft, toIds(values)))}
      />
      <MultiSelect
        id="profiles"
        label={text('profiles')}
        placeholder={text('choose')}
        options={choices.profiles
          .filter(({ id, exceedsOwn }) => !exceedsOwn || draft.profiles.includes(id))
          .map(({ id, name }) => ({ value: String(id), label: name }))}
        values={draft.profiles.map(String)}
        max={selectionLimits.maxProfiles}
        nothingFound={text('nothingFound')}
        error={form.errorOf('profiles')}
        onChange={(values) => change({ profiles: toIds(values) })}
      />
    </div>
  );
}

/** Customers whose sites can be restricted: those granted, and restricted ones granted by a profile. */
const restrictable = ({ customers, restrictions }: UserDraft, choices: UserChoices) =>
  choices.customers.filter(
    ({ id }) => customers.includes(id) || restrictions.some(({ customer }) => customer === id),
  );

function SiteFields({ form: { draft, change }, choices, stored }: AccessProps) {
  const text = useUserTexts();
  const customers = restrictable(draft, choices);
  if (customers.length === 0) return null;
  return (
    <fieldset className="tt-form-group">
      <legend>{text('restriction')}</legend>
      <p className="tt-muted">{text('restrictHint')}</p>
      {customers.map((customer) => (
        <SitesField
          key={customer.id}
          customer={customer}
          stored={stored.find((each) => each.customer === customer.id)}
          restriction={draft.restrictions.find((each) => each.customer === customer.id)}
          onChange={(selected) =>
            change({ restrictions: withRestriction(draft.restrictions, customer.id, selected) })
          }
        />
      ))}
    </fieldset>
  );
}

/** Role, customers, profiles and sites. */
export function AccessFields({ form, choices, stored }: AccessProps) {
  const text = useUserTexts();
  const language = useLanguage();
  const { draft, change } = form;
  return (
    <fieldset className="tt-form-group">
      <legend>{text('access')}</legend>
      <RoleField form={form} choices={choices} />
      {(choices.allCustomers || draft.allCustomers) && (
        <Switch
          label={text('allCustomers')}
          description={text('allCustomersHint')}
          checked={draft.allCustomers}
          onChange={(allCustomers) => change({ allCustomers })}
        />
      )}
      {!draft.allCustomers && <GrantFields form={form} choices={choices} />}
      {seesNothing(draft) && <Banner tone="warning">{warningText('USER_WITHOUT_CLIENT', language)}</Banner>}
      {!draft.allCustomers && <SiteFields form={form} choices={choices} stored={stored} />}
    </fieldset>
  );
}
