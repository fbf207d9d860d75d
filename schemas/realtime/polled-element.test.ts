import { describe, expect, it } from 'vitest';
import type { Inventory } from '../inventory/snapshot.ts';
import { realtimeElement } from './polled-element.ts';

const own = { customer: 1, site: 2, name: 'one', active: true };
const snmp = { version: 'v2c', sealed: { version: 'v2c', port: 161, community: 'x' } } as const;
const device = { ...own, address: '192.0.2.1', vendor: '', model: '', snmp, exporters: [], interfaces: [] };
const port = { ...own, alias: '', index: null, bandwidthInBps: null, bandwidthOutBps: null };
const part = { ...own, key: '', fields: {} };

const inventory: Inventory = {
  customers: new Map(),
  sites: new Map(),
  exporters: new Map(),
  devices: new Map([
    [10, { ...device, id: 10 }],
    [11, { ...device, id: 11, snmp: undefined }],
    [12, { ...device, id: 12, active: false }],
  ]),
  interfaces: new Map([
    [20, { ...port, id: 20, device: 10 }],
    [21, { ...port, id: 21, device: 11 }],
    [22, { ...port, id: 22, device: 12 }],
    [23, { ...port, id: 23, device: 10, active: false }],
  ]),
  components: new Map([
    [30, { ...part, id: 30, device: 10, kind: 'class', scope: 'snmp' }],
    [31, { ...part, id: 31, device: 10, kind: 'probe', scope: 'ipsla' }],
    [32, { ...part, id: 32, device: 10, kind: 'class', scope: 'vmanage' }],
  ]),
};

describe('an element that can be watched in real time', () => {
  it.each([
    ['device', 10],
    ['interface', 20],
    ['class', 30],
  ])('is a %s of a device with SNMP', (kind, id) => {
    expect(realtimeElement(inventory, id)).toMatchObject({ kind, device: { id: 10 } });
  });

  it.each([
    ['of a device without SNMP', 21],
    ['of a device that is not collected', 22],
    ['that is not collected', 23],
    ['of another kind', 31],
    ['that a manager reports', 32],
    ['that does not exist', 99],
    ['that is a device without SNMP', 11],
  ])('is none %s', (_, id) => {
    expect(realtimeElement(inventory, id)).toBeUndefined();
  });
});
