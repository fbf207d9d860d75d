import { describe, expect, it } from 'vitest';
import type { FoundDevice } from '#schemas/discovery/found.ts';
import type { InventoryDevice } from './inventory-devices.ts';
import { matchDevices, mergeDuplicates } from './match-devices.ts';

/** A device as `name vendor serial+serial @address own own`, with `-` for what it does not report. */
interface Sketch {
  readonly name: string;
  readonly vendor: string;
  readonly serials: string[];
  readonly address: string;
  readonly own: readonly string[];
}

function sketch(text: string): Sketch {
  const [name = '', vendor = '', serials = '', address = '', ...own] = text
    .split(' ')
    .map((word) => (word === '-' ? '' : word.replaceAll('_', ' ')));
  const parts = serials.split('+').filter((serial) => serial !== '');
  return { name, vendor, serials: parts, address: address.replace('@', '10.0.0.'), own };
}

function found(text: string): FoundDevice {
  const { name, vendor, serials, address, own } = sketch(text);
  return {
    address,
    credential: 0,
    sysName: name,
    vendor,
    serial: serials[0] ?? '',
    serials,
    description: '',
    objectId: '',
    model: '',
    software: '',
    interfaces: [],
    complete: [],
    faults: {},
    parts: own.map((last) => ({ kind: 'address', key: last.replace('@', '10.0.0.'), fields: {} })),
  };
}

function known(text: string, id: number, discovered = true): InventoryDevice {
  const { name, vendor, serials, address } = sketch(text);
  return {
    id,
    site: 2,
    name,
    active: true,
    lost: false,
    address,
    vendor,
    model: '',
    software: '',
    sysName: discovered ? name : '',
    serial: serials[0] ?? '',
    discovered,
    access: undefined,
    miss: undefined,
    interfaces: [],
    parts: [],
  };
}

interface Case {
  readonly of: string;
  readonly found: readonly string[];
  readonly known: readonly string[];
  /** For each found device the position of the known one that it is, from 1; 0: a new device. */
  readonly are: readonly number[];
}

const cases: readonly Case[] = [
  { of: 'nothing changed', found: ['edge-1 Cisco FTX1 @1'], known: ['edge-1 Cisco FTX1 @1'], are: [1] },
  {
    of: 'a renamed device',
    found: ['paris-1 Cisco FTX1001 @1'],
    known: ['edge-1 Cisco FTX1001 @1'],
    are: [1],
  },
  { of: 'a moved device', found: ['edge-1 Cisco FTX1001 @9'], known: ['edge-1 Cisco FTX1001 @1'], are: [1] },
  {
    of: 'a device moved and renamed at once',
    found: ['paris-1 Cisco FTX1001 @9'],
    known: ['edge-1 Cisco FTX1001 @1'],
    are: [1],
  },
  {
    of: 'two devices that exchanged addresses and names',
    found: ['edge-2 Cisco FTX1001 @2', 'edge-1 Cisco FTX2002 @1'],
    known: ['edge-1 Cisco FTX1001 @1', 'edge-2 Cisco FTX2002 @2'],
    are: [1, 2],
  },
  {
    of: 'the same serial number of two vendors',
    found: ['fw-1 Fortinet 10012001 @9'],
    known: ['edge-1 Cisco 10012001 @1'],
    are: [0],
  },
  {
    of: 'the vendor written out',
    found: ['edge-1 Cisco FTX1001 @9'],
    known: ['edge-1 Cisco_Systems,_Inc. FTX1001 @1'],
    are: [1],
  },
  { of: 'an unknown vendor', found: ['edge-1 - FTX1001 @9'], known: ['edge-1 Cisco FTX1001 @1'], are: [1] },
  {
    of: 'two devices of one name',
    found: ['edge-1 Cisco FTX2002 @2'],
    known: ['edge-1 Cisco FTX1001 @1'],
    are: [0],
  },
  {
    of: 'two devices of one name, without serial numbers',
    found: ['edge-1 Cisco - @2'],
    known: ['edge-1 Cisco - @1'],
    are: [0],
  },
  {
    of: 'a device of a name that was never discovered, at another address',
    found: ['edge-1 Cisco FTX1001 @2'],
    known: ['edge-1 Cisco - @1'],
    are: [0],
  },
  {
    of: 'a renamed device without a serial number',
    found: ['paris-1 Cisco - @1'],
    known: ['edge-1 Cisco - @1'],
    are: [1],
  },
  {
    of: 'a device that stopped reporting its serial number',
    found: ['edge-1 Cisco - @1'],
    known: ['edge-1 Cisco FTX1001 @1'],
    are: [1],
  },
  {
    of: 'a device that starts reporting its serial number',
    found: ['edge-1 Cisco FTX1001 @1'],
    known: ['edge-1 Cisco - @1'],
    are: [1],
  },
  {
    of: 'another vendor at the address, without serial numbers',
    found: ['sw-9 Juniper - @1'],
    known: ['edge-1 Cisco - @1'],
    are: [0],
  },
  {
    of: 'a replaced chassis: same name and address, new serial number',
    found: ['edge-1 Cisco FTX2002 @1'],
    known: ['edge-1 Cisco FTX1001 @1'],
    are: [1],
  },
  {
    of: 'a replacement by another vendor: same name and address',
    found: ['edge-1.example.net Juniper JN1001 @1'],
    known: ['edge-1 Cisco FTX1001 @1'],
    are: [1],
  },
  {
    of: 'another device that took the address over',
    found: ['core-9 Cisco FTX9009 @1'],
    known: ['edge-1 Cisco FTX1001 @1'],
    are: [0],
  },
  {
    of: 'another device that took the address over, while the former moved',
    found: ['edge-1 Cisco FTX9009 @1', 'edge-1 Cisco FTX1001 @7'],
    known: ['edge-1 Cisco FTX1001 @1'],
    are: [0, 1],
  },
  {
    of: 'placeholders as serial numbers at two addresses',
    found: ['edge-2 Dell To_be_filled_by_O.E.M. @2', 'edge-3 Dell 0000000000 @3', 'edge-4 Dell N/A @4'],
    known: ['edge-1 Dell To_be_filled_by_O.E.M. @1', 'edge-5 Dell 0000000000 @5', 'edge-6 Dell N/A @6'],
    are: [0, 0, 0],
  },
  {
    of: 'a placeholder instead of the serial number',
    found: ['edge-1 Dell Default_string @1'],
    known: ['edge-1 Dell ABC1234 @1'],
    are: [1],
  },
  {
    of: 'a stack led by another member',
    found: ['stack-1 Cisco FTX2002+FTX1001+FTX3003 @1'],
    known: ['stack-1 Cisco FTX1001 @1'],
    are: [1],
  },
  {
    of: 'a stack that moved, led by another member',
    found: ['stack-1 Cisco FTX2002+FTX1001 @8'],
    known: ['stack-1 Cisco FTX1001 @1'],
    are: [1],
  },
  {
    of: 'a stack that was divided',
    found: ['stack-1 Cisco FTX1001 @1', 'stack-1 Cisco FTX2002 @2'],
    known: ['stack-1 Cisco FTX1001 @1'],
    are: [1, 0],
  },
  {
    of: 'virtual contexts of one chassis',
    found: ['n7k-a Cisco JAF1001 @1', 'n7k-b Cisco JAF1001 @2', 'n7k-c Cisco JAF1001 @3'],
    known: ['n7k-b Cisco JAF1001 @2', 'n7k-a Cisco JAF1001 @1'],
    are: [2, 1, 0],
  },
  {
    of: 'virtual contexts that all moved are matched by name',
    found: ['n7k-a Cisco JAF1001 @7', 'n7k-b Cisco JAF1001 @8'],
    known: ['n7k-b Cisco JAF1001 @2', 'n7k-a Cisco JAF1001 @1'],
    are: [2, 1],
  },
  {
    of: 'cloned machines that were all renamed and moved: any could be any',
    found: ['vm-x Cisco CLONE1 @7', 'vm-y Cisco CLONE1 @8'],
    known: ['vm-a Cisco CLONE1 @1', 'vm-b Cisco CLONE1 @2'],
    are: [0, 0],
  },
  {
    of: 'a device that responds at another of its addresses, without a serial number',
    found: ['edge-1 Cisco - @9 @1'],
    known: ['edge-1 Cisco - @1'],
    are: [1],
  },
  {
    of: 'a branch that repeats a private address',
    found: ['branch-7 Cisco - @9 @1'],
    known: ['edge-1 Cisco - @1'],
    are: [0],
  },
  {
    of: 'two branches that repeat the address of a device that has no name yet',
    found: ['branch-7 Cisco - @8 @1', 'branch-8 Cisco - @9 @1'],
    known: ['- Cisco - @1'],
    are: [0, 0],
  },
];

describe('a found device', () => {
  it.each(cases)('is matched to the inventory: $of', ({ found: ofFound, known: ofKnown, are }) => {
    const devices = mergeDuplicates(ofFound.map(found), () => false);
    const inventory = ofKnown.map((text, at) => known(text, at + 1));
    const matched = matchDevices(devices, inventory);
    expect(devices.map((device) => matched.get(device)?.id ?? 0)).toEqual(are);
  });

  it('at the address that a network file states is that device, whatever name and vendor the file gives it', () => {
    const device = found('edge-1 Cisco FTX1001 @1');
    const stated = known('Paris_router Siscco - @1', 4, false);
    expect(matchDevices([device], [stated]).get(device)).toBe(stated);
  });

  it('is matched in an inventory of 10,000 devices in a second or two', () => {
    const many = Array.from(
      { length: 10_000 },
      (_, at) => `d${String(at)} Cisco SERIAL${String(at)} @${String(at)}`,
    );
    const devices = mergeDuplicates(many.map(found), () => false);
    const matched = matchDevices(
      devices,
      many.map((text, at) => known(text, at)),
    );
    expect(devices.every((device, at) => matched.get(device)?.id === at)).toBe(true);
  });
});

describe('the results of a run', () => {
  it.each<[string, readonly string[], number]>([
    ['with one serial number and name', ['edge-1 Cisco FTX1001 @1', 'edge-1 Cisco FTX1001 @2'], 1],
    [
      'with one serial number, of which one reports the other',
      ['a Cisco FTX1001 @1', 'b Cisco FTX1001 @2 @1'],
      1,
    ],
    ['with one serial number under two names', ['n7k-a Cisco JAF1001 @1', 'n7k-b Cisco JAF1001 @2'], 2],
    ['with one name and two serial numbers', ['edge-1 Cisco FTX1001 @1', 'edge-1 Cisco FTX2002 @2'], 2],
    ['with one name and no serial number', ['edge-1 Cisco - @1', 'edge-1 Cisco - @2'], 2],
    ['that report each other', ['edge-1 Cisco - @1 @1 @2', 'edge-1 Cisco - @2 @1 @2'], 1],
    ['that report each other under two names', ['edge-1 Cisco - @1 @1 @2', 'edge-2 Cisco - @2 @1 @2'], 2],
    ['of which one reports the other', ['edge-1 Cisco - @1 @1 @2', 'edge-1 Cisco - @2 @2'], 2],
    ['with placeholders as serial number', ['edge-1 Dell N/A @1', 'edge-1 Dell N/A @2'], 2],
    ['with one serial number of two vendors', ['edge-1 Cisco 10012001 @1', 'edge-1 Dell 10012001 @2'], 2],
    ['at three addresses', ['r - FTX1001 @1', 'r - FTX1001 @2', 'r - FTX1001 @3'], 1],
  ])('%s are counted as devices: %#', (_, results, count) => {
    expect(mergeDuplicates(results.map(found), () => false)).toHaveLength(count);
  });

  it('that are one device are shown at the address that the inventory knows', () => {
    const results = ['r - FTX1001 @1', 'r - FTX1001 @2', 'r - FTX1001 @3'].map(found);
    expect(mergeDuplicates(results, (address) => address === '10.0.0.2')).toEqual([results[1]]);
  });
});
