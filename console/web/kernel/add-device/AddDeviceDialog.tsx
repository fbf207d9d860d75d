import { useState } from 'react';
import { readSession } from '#schemas/account/routes.ts';
import { createCustomer } from '#schemas/customer/routes.ts';
import { addDevice, NewDevice } from '#schemas/inventory/add-device.ts';
import type { DeviceProposal } from '#schemas/inventory/device-proposal.ts';
import { pollFailureText } from '#schemas/polling/failure-words.ts';
import { call } from '#web/kernel/api/call.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { useDisabledReason, useMissingPermission } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { DeviceAccessFields } from './DeviceAccessFields.tsx';
import { addDeviceTouches, useDeviceProposal, useSitesOf } from './add-device-queries.ts';
import {
  emptyDevice,
  interfacesIn,
  newCustomer,
  newSite,
  proposedDevice,
  renamedCustomer,
  type DeviceForm,
  type SitePart,
} from './device-draft.ts';
import { useAddDeviceTexts } from './texts/en.ts';

interface Fields {
  readonly form: DeviceForm;
}

const NEW = 'new';

function CustomerFields({ form }: Fields) {
  const text = useAddDeviceTexts();
  const { customers } = useSession();
  const mayCreate = useMissingPermission(createCustomer) === undefined;
  const { customer } = form.draft;
  const added = mayCreate ? [{ value: NEW, label: text('newCustomer') }] : [];
  return (
    <fieldset className="tt-form-group">
      <legend>{text('customer')}</legend>
      {customers.length > 0 && (
        <Select
          required
          id="customer.id"
          label={text('customer')}
          placeholder={text('chooseCustomer')}
          searchable={customers.length > 8}
          nothingFound={text('nothingFound')}
          options={[...added, ...customers.map(({ id, name }) => ({ value: String(id), label: name }))]}
          value={customer.is === 'new' ? NEW : String(customer.id)}
          error={form.errorAt('customer.id')}
          onChange={(id) =>
            form.change({
              customer: id === NEW ? newCustomer : { is: 'stored', id: Number(id) },
              site: newSite,
            })
          }
        />
      )}
      {customer.is === 'new' && (
        <div className="tt-form-pair">
          <TextField
            required
            id="customer.name"
            label={text('customerName')}
            value={customer.name}
            error={form.errorAt('customer.name')}
            onChange={(name) => form.change({ customer: renamedCustomer(customer, name) })}
          />
          <TextField
            required
            id="customer.clientId"
            label={text('clientId')}
            description={text('clientIdHint')}
            value={customer.clientId}
            error={form.errorAt('customer.clientId')}
            onChange={(clientId) => form.change({ customer: { ...customer, clientId } })}
          />
        </div>
      )}
    </fieldset>
  );
}

function PlaceFields({ form, site }: Fields & { readonly site: SitePart & { readonly is: 'new' } }) {
  const text = useAddDeviceTexts();
  const word = (part: 'name' | 'city' | 'country', label: string, required = false) => (
    <TextField
      required={required}
      id={`site.${part}`}
      label={label}
      value={site[part]}
      error={form.errorAt(`site.${part}`)}
      onChange={(value) => form.change({ site: { ...site, [part]: value } })}
    />
  );
  const degrees = (part: 'latitude' | 'longitude') => (
    <NumberField
      plain
      decimals={6}
      required
      id={`site.${part}`}
      label={text(part)}
      value={Number.isNaN(site[part]) ? null : site[part]}
      error={form.errorAt(`site.${part}`)}
      onChange={(value) => form.change({ site: { ...site, [part]: value ?? Number.NaN } })}
    />
  );
  return (
    <>
      {word('name', text('siteName'), true)}
      <div className="tt-form-pair">
        {word('city', text('city'))}
        {word('country', text('country'))}
      </div>
      <div className="tt-form-pair">
        {degrees('latitude')}
        {degrees('longitude')}
      </div>
      <p className="tt-muted tt-caption">{text('placeHint')}</p>
    </>
  );
}

function SiteFields({ form }: Fields) {
  const text = useAddDeviceTexts();
  const { customer, site } = form.draft;
  const isChosen = customer.is === 'stored' && !Number.isNaN(customer.id);
  const sites = useSitesOf(isChosen ? customer.id : undefined);
  return (
    <fieldset className="tt-form-group">
      <legend>{text('site')}</legend>
      {sites.length > 0 && (
        <Select
          id="site.id"
          label={text('site')}
          searchable={sites.length > 8}
          nothingFound={text('nothingFound')}
          options={[
            { value: NEW, label: text('newSite') },
            ...sites.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={site.is === 'new' ? NEW : String(site.id)}
          error={form.errorAt('site.id')}
          onChange={(id) => form.change({ site: id === NEW ? newSite : { is: 'stored', id: Number(id) } })}
        />
      )}
      {site.is === 'new' && <PlaceFields form={form} site={site} />}
    </fieldset>
  );
}

function DeviceFields({ form }: Fields) {
  const text = useAddDeviceTexts();
  const { device, access } = form.draft;
  const [interfaces, setInterfaces] = useState(device.interfaces.join('\n'));
  const fault = form.errors.find(({ field }) => field.startsWith('device.interfaces'));
  return (
    <fieldset className="tt-form-group">
      <legend>{text('device')}</legend>
      <div className="tt-form-pair">
        <TextField
          required
          id="device.name"
          label={text('deviceName')}
          value={device.name}
          error={form.errorAt('device.name')}
          onChange={(name) => form.change({ device: { ...device, name } })}
        />
        <TextField
          required
          id="device.address"
          label={text('address')}
          value={device.address}
          error={form.errorAt('device.address')}
          onChange={(address) => form.change({ device: { ...device, address: address.trim() } })}
        />
      </div>
      <Checkbox
        label={text('exportsFlows')}
        checked={device.exportsFlows}
        onChange={(exportsFlows) => form.change({ device: { ...device, exportsFlows } })}
      />
      <TextArea
        id="device.interfaces"
        rows={2}
        label={text('interfaces')}
        description={text(access.version === 'none' ? 'interfacesUnread' : 'interfacesHint')}
        value={interfaces}
        error={fault?.message}
        onChange={(typed) => {
          setInterfaces(typed);
          form.change({ device: { ...device, interfaces: interfacesIn(typed) } });
        }}
      />
    </fieldset>
  );
}

function useDeviceForm(
  { address, proposal }: { readonly address: string; readonly proposal: DeviceProposal | undefined },
  onClose: () => void,
): DeviceForm {
  const text = useAddDeviceTexts();
  const language = useLanguage();
  const { customers } = useSession();
  const report = ({ name, address: at }: NewDevice['device'], count: number, failure: string) =>
    showToast({
      text:
        failure === ''
          ? text('added', { name, count })
          : text('addedUnread', { name, reason: pollFailureText(failure, at, language) }),
    });
  return useForm<NewDevice>({
    initial: proposedDevice(
      emptyDevice(
        customers.map(({ id }) => id),
        address,
      ),
      proposal,
    ),
    contract: NewDevice,
    nested: ['customer', 'site', 'device', 'access'],
    async store(draft) {
      const { interfaces, reading } = await call(addDevice, { body: draft });
      report(draft.device, interfaces, reading?.failure ?? '');
    },
    touches: [readSession, ...addDeviceTouches],
    onSaved: onClose,
    onClosed: onClose,
  });
}

interface Props {
  /** Of an exporter to adopt; empty: none. */
  readonly address: string;
  readonly onClose: () => void;
}

/** What the form was filled in with, and from where. */
function Proposed({ proposal }: { readonly proposal: DeviceProposal }) {
  const text = useAddDeviceTexts();
  const { templates, interfaces, rates, site, snmp } = proposal;
  const said = [
    ...(templates > 0 ? [text('proposedTemplates', { count: templates })] : []),
    ...(interfaces.length > 0 ? [text('proposedInterfaces', { count: interfaces.length })] : []),
    ...rates.map((rate) => text('proposedRate', { rate })),
  ];
  return (
    <p className="tt-muted" role="note">
      {said.length === 0 ? text('proposedNothing') : `${text('proposed', { said: said.join(', ') })}.`}{' '}
      {site !== null && `${text('proposedPlace')} `}
      {snmp !== null && `${text('proposedSnmp', { name: snmp.name })} `}
      {text('countsNow')}
    </p>
  );
}

/** The form, filled in with what is known. */
function DeviceFormDialog({
  address,
  proposal,
  onClose,
}: Props & { readonly proposal: DeviceProposal | undefined }) {
  const text = useAddDeviceTexts();
  const form = useDeviceForm({ address, proposal }, onClose);
  return (
    <FormDialog
      title={text('formTitle')}
      form={form}
      disabledReason={useDisabledReason(addDevice)}
      action={text('add')}
      width={640}
    >
      {proposal !== undefined && <Proposed proposal={proposal} />}
      <CustomerFields form={form} />
      <SiteFields form={form} />
      <DeviceFields form={form} />
      <DeviceAccessFields form={form} />
    </FormDialog>
  );
}

/** Adds a device with its customer, its site and its SNMP access in one step. */
export function AddDeviceDialog({ address, onClose }: Props) {
  const { proposal, isPending } = useDeviceProposal(address);
  return isPending ? null : <DeviceFormDialog address={address} proposal={proposal} onClose={onClose} />;
}
