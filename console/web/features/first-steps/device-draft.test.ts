import { describe, expect, it } from 'vitest';
import { clientIdFor, emptyDevice, interfacesIn, renamedCustomer } from './device-draft.ts';

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
    expect(emptyDevice(undefined, '192.0.2.1')).toMatchObject({
      customer: { is: 'new' },
      device: { address: '192.0.2.1' },
    });
    expect(emptyDevice(3, '').customer).toEqual({ is: 'stored', id: 3 });
  });
});
