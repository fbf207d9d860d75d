import { describe, expect, it } from 'vitest';
import { NewDevice } from '#schemas/inventory/add-device.ts';
import { clientIdFor, emptyDevice, interfacesIn, proposedDevice, renamedCustomer } from './device-draft.ts';

describe('the form of a new device', () => {
  it.each([
    ['Café de la Gare', 'cafe-de-la-gare'],
    [' Åland & Søn ', 'aland-s-n'],
    ['東京', ''],
  ])('proposes a customer ID for %s', (name, id) => {
    expect(clientIdFor(name)).toBe(id);
  });

  it('leaves a customer ID that was entered', () => {
    const first = renamedCustomer({ is: 'new', clientId: '', name: '' }, 'Acme');
    expect(first).toMatchObject({ clientId: 'acme' });
    expect(renamedCustomer({ is: 'new', clientId: 'own', name: 'Acme' }, 'Acme 2')).toMatchObject({
      clientId: 'own',
    });
  });

  it('has one interface per line', () => {
    expect(interfacesIn(' eth0\n\n eth1 \n')).toEqual(['eth0', 'eth1']);
  });

  it('starts with a new customer where there is none, and with the address to adopt', () => {
    expect(emptyDevice([], '192.0.2.1')).toMatchObject({
      customer: { is: 'new' },
      device: { address: '192.0.2.1' },
    });
    expect(emptyDevice([3], '').customer).toEqual({ is: 'stored', id: 3 });
  });

  it('leaves the choice among several customers to the user', () => {
    const draft = emptyDevice([3, 4], '');
    expect(draft.customer).toEqual({ is: 'stored', id: Number.NaN });
    const { error } = NewDevice.safeParse(draft);
    expect(error?.issues).toContainEqual(
      expect.objectContaining({ path: ['customer', 'id'], message: 'REQUIRED' }),
    );
  });

  const known = {
    customer: 3,
    site: 11,
    name: 'edge-lyon',
    credential: '',
    snmp: null,
    templates: 2,
    optionsTemplates: 1,
    rates: [100],
    interfaces: ['Gi0/0', 'Gi0/1'],
  };

  it('is filled in with what an exporter has announced: without SNMP its interfaces by name', () => {
    expect(proposedDevice(emptyDevice([1], '192.0.2.7'), known)).toMatchObject({
      customer: { is: 'stored', id: 3 },
      site: { is: 'stored', id: 11 },
      device: { name: 'edge-lyon', address: '192.0.2.7', interfaces: ['Gi0/0', 'Gi0/1'], exportsFlows: true },
      access: { version: 'none' },
    });
  });

  it('leaves the interfaces to SNMP where it responded, and the place to the user where none is known', () => {
    const snmp = { name: 'edge-lyon', description: '' };
    const unplaced = { ...known, customer: null, site: null, credential: 'core', snmp };
    expect(proposedDevice(emptyDevice([1], '192.0.2.7'), unplaced)).toMatchObject({
      customer: { is: 'stored', id: 1 },
      site: { is: 'new' },
      device: { interfaces: [] },
      access: { version: 'stored', credential: 'core' },
    });
  });
});
