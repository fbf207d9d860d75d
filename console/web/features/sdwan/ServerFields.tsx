import type { listSdwanServers } from '#schemas/sdwan/routes.ts';
import { sdwanDefaults } from '#schemas/limit/collection.ts';
import { sdwanKinds } from '#schemas/sdwan/kind.ts';
import { signInMethods, type SdwanServerDraft } from '#schemas/sdwan/server.ts';
import type { z } from 'zod';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import type { FormOf } from '#web/kernel/form/use-form.ts';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { PasswordField } from '#web/ui/field/PasswordField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TimeField } from '#web/ui/field/TimeField.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useSdwanTexts } from './texts/en.ts';

interface Fields {
  readonly form: FormOf<SdwanServerDraft>;
}

/** Where the manager is, and who signs in. */
export function ManagerAccessFields({ form, isStored }: Fields & { readonly isStored: boolean }) {
  const text = useSdwanTexts();
  const { draft, change } = form;
  return (
    <>
      <div className="tt-form-pair">
        <TextField required {...entryOf(form, 'name')} label={text('name')} />
        <Select
          id="kind"
          label={text('kind')}
          options={sdwanKinds.map((kind) => ({ value: kind, label: text(kind) }))}
          value={draft.kind}
          onChange={(value) => change({ kind: sdwanKinds.find((kind) => kind === value) ?? 'vmanage' })}
        />
      </div>
      <TextField required {...entryOf(form, 'url')} label={text('url')} description={text('urlHint')} />
      <div className="tt-form-pair">
        <TextField
          required
          {...entryOf(form, 'login')}
          label={text('login')}
          {...(draft.signsInWith === 'token' && { description: text('loginOfToken') })}
        />
        <PasswordField
          id="password"
          autoComplete="new-password"
          label={text(draft.signsInWith)}
          placeholder={isStored ? text('passwordUnchanged') : undefined}
          value={draft.password ?? ''}
          error={form.errorOf('password')}
          onChange={(password) => change({ password: password === '' && isStored ? null : password })}
        />
      </div>
      <div className="tt-form-pair">
        <Select
          id="signsInWith"
          label={text('signsInWith')}
          options={signInMethods.map((method) => ({ value: method, label: text(method) }))}
          value={draft.signsInWith}
          error={form.errorOf('signsInWith')}
          onChange={(value) => change({ signsInWith: value === 'token' ? 'token' : 'password' })}
        />
        <TimeField
          id="secretExpiresOn"
          kind="date"
          label={text('secretExpiresOn')}
          description={text('secretExpiresHint')}
          value={draft.secretExpiresOn ?? ''}
          error={form.errorOf('secretExpiresOn')}
          onChange={(day) => change({ secretExpiresOn: day === '' ? null : day })}
        />
      </div>
      <Switch
        label={text('verifyTls')}
        description={text('verifyTlsHint')}
        checked={draft.verifyTls}
        onChange={(verifyTls) => change({ verifyTls })}
      />
    </>
  );
}

/** What only managers of one vendor have. */
export function VendorFields({ form }: Fields) {
  const text = useSdwanTexts();
  switch (form.draft.kind) {
    case 'vmanage':
      return (
        <TextField
          {...entryOf(form, 'organization')}
          label={text('organization')}
          description={text('organizationOfTenants')}
        />
      );
    case 'nuage':
      return (
        <>
          <div className="tt-form-pair">
            <TextField
              required
              {...entryOf(form, 'organization')}
              label={text('organization')}
              description={text('organizationHint')}
            />
            <TextField
              {...entryOf(form, 'vsdName')}
              label={text('vsdName')}
              description={text('vsdNameHint')}
            />
          </div>
          <TextField
            {...entryOf(form, 'elasticUrl')}
            label={text('elasticUrl')}
            description={text('elasticHint')}
          />
        </>
      );
    case 'fortinet':
      return (
        <div className="tt-form-pair">
          <TextField required={!form.draft.isMultiTenant} {...entryOf(form, 'adom')} label={text('adom')} />
          <TextField {...entryOf(form, 'vdom')} label={text('vdom')} description={text('vdomHint')} />
        </div>
      );
  }
}

type Customers = z.infer<(typeof listSdwanServers)['reply']>['customers'];

/** A customer, and the collection sub-network that it belongs to. */
const ofCustomer = (customers: Customers, id: number): Partial<SdwanServerDraft> => ({
  customer: id,
  recipientId: customers.find((one) => one.id === id)?.recipientId ?? sdwanDefaults.recipientId,
});

/** Whose devices it manages. */
export function CustomerFields({ form, customers }: Fields & { readonly customers: Customers }) {
  const text = useSdwanTexts();
  const { draft, change } = form;
  return (
    <>
      <Switch
        label={text('isMultiTenant')}
        description={text('isMultiTenantHint')}
        checked={draft.isMultiTenant}
        onChange={(isMultiTenant) => change({ isMultiTenant })}
      />
      {!draft.isMultiTenant && (
        <div className="tt-form-pair">
          <Select
            id="customer"
            label={text('customer')}
            options={customers.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={draft.customer === null ? null : String(draft.customer)}
            error={form.errorOf('customer')}
            searchable
            nothingFound={text('nothingFound')}
            onChange={(id) => change(ofCustomer(customers, Number(id)))}
          />
          <TextField
            {...entryOf(form, 'clientId')}
            label={text('clientId')}
            description={text('clientIdHint')}
          />
        </div>
      )}
    </>
  );
}

/** What is done with the manager. */
export function DutyFields({ form }: Fields) {
  const text = useSdwanTexts();
  const { draft, change } = form;
  return (
    <>
      <NumberField
        plain
        id="recipientId"
        label={text('recipientId')}
        description={text('recipientHint')}
        value={Number.isNaN(draft.recipientId) ? null : draft.recipientId}
        error={form.errorOf('recipientId')}
        onChange={(recipientId) => change({ recipientId: recipientId ?? Number.NaN })}
      />
      <Switch
        label={text('suspendProvisioning')}
        checked={draft.suspendProvisioning}
        onChange={(suspendProvisioning) => change({ suspendProvisioning })}
      />
      <Switch
        label={text('suspendCollect')}
        checked={draft.suspendCollect}
        onChange={(suspendCollect) => change({ suspendCollect })}
      />
    </>
  );
}
