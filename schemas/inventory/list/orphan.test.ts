import { describe, expect, it } from 'vitest';
import { orphanReasonOf, type PlacedAt } from './orphan.ts';

const places = {
  sites: new Map([
    [10, { networks: ['10.0.16.0/24'] }],
    [11, { networks: [] }],
    [12, { networks: ['2001:db8:16::/48', '10.0.17.0/24'] }],
  ]),
  // Managed over loopbacks that are in no network of a site.
  devices: new Map([
    [20, { site: 10 }],
    [21, { site: 11 }],
    [22, { site: 99 }],
  ]),
  exporters: new Map([
    ['192.0.2.1', 20],
    ['2001:db8::1', 20],
  ]),
};

describe('an element is an orphan', () => {
  it.each<[string, PlacedAt, string]>([
    ['of a site without networks', { site: 11, device: 21 }, 'no network'],
    ['that is a site without networks', { site: 11, device: undefined }, 'no network'],
    ['of a site that is not in the inventory', { site: 99, device: 22 }, 'no site'],
    ['of no site', { site: 0, device: 20 }, 'no site'],
    ['of a device that is not in the inventory', { site: 10, device: 77 }, 'no device'],
    ['of neither', { site: 0, device: 77 }, 'no device'],
    [
      'that is a flow export no device claims',
      { site: 10, device: 20, exporter: '192.0.2.9' },
      'unclaimed exporter',
    ],
    [
      'that is a flow export without an address',
      { site: 10, device: 20, exporter: 'NetFlow v9' },
      'unclaimed exporter',
    ],
    [
      'that is a flow export no device claims, before its site',
      { site: 11, device: 21, exporter: '192.0.2.9' },
      'unclaimed exporter',
    ],
  ])('%s', (_, placed, reason) => {
    expect(orphanReasonOf(places, placed)).toBe(reason);
  });
});

describe('an element is no orphan', () => {
  it.each<[string, PlacedAt]>([
    ['of a site with a network, wherever its device is managed', { site: 10, device: 20 }],
    ['that is a site with networks, without devices', { site: 12, device: undefined }],
    ['that is a flow export its device claims', { site: 10, device: 20, exporter: '192.0.2.1' }],
    ['that is a flow export in another spelling', { site: 10, device: 20, exporter: '2001:DB8:0::1' }],
    ['that is an application of flows at a site', { site: 10, device: undefined }],
  ])('%s', (_, placed) => {
    expect(orphanReasonOf(places, placed)).toBeUndefined();
  });
});
