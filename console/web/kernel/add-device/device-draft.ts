import type { NewDevice } from '#schemas/inventory/add-device.ts';
import type { DeviceProposal } from '#schemas/inventory/device-proposal.ts';
import type { FormOf } from '#web/kernel/form/use-form.ts';

export type CustomerPart = NewDevice['customer'];
export type SitePart = NewDevice['site'];
export type DeviceForm = FormOf<NewDevice>;
export type AccessPart = NewDevice['access'];
export type AccessVersion = AccessPart['version'];

export const newCustomer: CustomerPart = { is: 'new', clientId: '', name: '' };
/** Places are entered: NaN is an empty field. */
export const newSite: SitePart = {
  is: 'new',
  name: '',
  city: '',
  country: '',
  latitude: Number.NaN,
  longitude: Number.NaN,
};

const SNMP_PORT = 161;

/** The initial access of a version. */
export function initialAccess(version: AccessVersion, credential = ''): AccessPart {
  if (version === 'none') return { version };
  if (version === 'stored') return { version, credential };
  if (version !== 'v3') return { version, community: '', port: SNMP_PORT };
  return {
    version,
    user: '',
    port: SNMP_PORT,
    auth: { protocol: 'SHA-256', password: '' },
    priv: { protocol: 'AES-128', password: '' },
  };
}

/** A customer ID that follows from the name: `Café de la Gare` is `cafe-de-la-gare`. */
export const clientIdFor = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 63);

/** The customer with another name; its ID follows until the user enters one. */
export function renamedCustomer(customer: CustomerPart & { readonly is: 'new' }, name: string): CustomerPart {
  const follows = customer.clientId === clientIdFor(customer.name);
  return { ...customer, name, clientId: follows ? clientIdFor(name) : customer.clientId };
}

/** Names in a text, one per line. */
export const interfacesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The customer at first: the only one, or a new one where there is none. Of several the user chooses: NaN is an empty field. */
function firstCustomer([first, ...others]: readonly number[]): CustomerPart {
  if (first === undefined) return newCustomer;
  return { is: 'stored', id: others.length === 0 ? first : Number.NaN };
}

/** The form at first, with the address of the exporter to adopt. */
export const emptyDevice = (customers: readonly number[], address: string): NewDevice => ({
  customer: firstCustomer(customers),
  site: newSite,
  device: { name: '', address, exportsFlows: true, interfaces: [] },
  access: initialAccess('v2c'),
});

/** The form with what is known of the exporter to adopt. A proposed credential reads the interfaces; without, those announced are taken. */
export function proposedDevice(draft: NewDevice, proposal: DeviceProposal | undefined): NewDevice {
  if (proposal === undefined) return draft;
  const { customer, site, name, credential, interfaces, snmp } = proposal;
  const isPlaced = customer !== null && site !== null;
  const unread = initialAccess(interfaces.length > 0 ? 'none' : draft.access.version);
  return {
    customer: isPlaced ? { is: 'stored', id: customer } : draft.customer,
    site: isPlaced ? { is: 'stored', id: site } : draft.site,
    device: { ...draft.device, name, interfaces: snmp === null ? [...interfaces] : [] },
    access: credential === '' ? unread : initialAccess('stored', credential),
  };
}
