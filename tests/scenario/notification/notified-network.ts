import type { Inventory } from '#schemas/inventory/snapshot.ts';

const element = { customer: 1, active: true };
/** The network that notifications tell of. */
export const notifiedNetwork: Inventory = {
  customers: new Map([[1, { id: 1, clientId: 'acme', name: 'Acme "North"', profile: 'p', recipientId: 1 }]]),
  sites: new Map([
    [
      11,
      {
        ...element,
        id: 11,
        name: 'Besançon',
        city: '',
        country: '',
        latitude: 0,
        longitude: 0,
        networks: [],
      },
    ],
  ]),
  devices: new Map([
    [
      110,
      {
        ...element,
        id: 110,
        name: 'edge-1',
        site: 11,
        address: '',
        vendor: '',
        model: '',
        snmp: undefined,
        exporters: [],
        interfaces: [111],
      },
    ],
  ]),
  interfaces: new Map([
    [
      111,
      {
        ...element,
        id: 111,
        name: 'Gi0/1',
        site: 11,
        device: 110,
        alias: '',
        index: null,
        bandwidthInBps: null,
        bandwidthOutBps: null,
      },
    ],
  ]),
  exporters: new Map(),
};
