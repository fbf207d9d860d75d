import { describe, expect, it } from 'vitest';
import type { FoundDevice } from '#schemas/discovery/found.ts';
import { absentDevices, matchInventory, proposeChanges } from './propose-changes.ts';
import type { InventoryDevice } from './inventory-devices.ts';
import { judgeUnresponsive, type AddressEvidence } from './unresponsive-devices.ts';

const found = (change: Partial<FoundDevice> = {}): FoundDevice => ({
  address: '10.0.0.1',
  credential: 0,
  sysName: 'edge-1',
  description: '',
  objectId: '',
  vendor: 'Cisco',
  model: 'ISR',
  serial: 'FTX1001',
  serials: ['FTX1001'],
  software: '17',
  interfaces: [],
  parts: [],
  complete: ['interface', 'address', 'probe', 'policy'],
  faults: {},
  ...change,
});
const known = (change: Partial<InventoryDevice> = {}): InventoryDevice => ({
  id: 5,
  site: 2,
  name: 'edge-1',
  active: true,
  lost: false,
  address: '10.0.0.1',
  vendor: 'Cisco',
  model: 'ISR',
  sysName: 'edge-1',
  serial: 'FTX1001',
  software: '17',
  discovered: true,
  access: undefined,
  miss: undefined,
  interfaces: [],
  parts: [],
  ...change,
});
const port = (name: string, index: number, change: object = {}) => ({
  name,
  index,
  alias: '',
  type: 6,
  speedBps: 0,
  ...change,
});
const knownPort = (id: number, name: string, index: number | null) => ({
  id,
  name,
  index,
  alias: '',
  active: true,
});
const probe = (key: string, target: string) => ({ kind: 'probe', key, fields: { target } }) as const;
const knownProbe = (element: number, key: string, active = true) => ({
  ...probe(key, '10.9.9.9'),
  element,
  active,
});

const NOW = new Date('2026-01-05T12:00:00Z');
const anHourAgo = new Date('2026-01-05T11:00:00Z');

const sites = [
  { id: 1, name: 'Region', networks: ['10.0.0.0/8'] },
  { id: 2, name: 'Paris', networks: ['10.0.0.0/24'] },
  { id: 3, name: 'Lyon', networks: ['10.0.7.0/24', '2001:db8:7::/48'] },
];

interface Scope {
  readonly evidence?: AddressEvidence;
  readonly wasProbed?: (address: string) => boolean;
}

function proposed(
  ofFound: readonly FoundDevice[],
  ofKnown: readonly InventoryDevice[],
  { evidence = 'silent', wasProbed = () => true }: Scope = {},
) {
  const matching = matchInventory(ofFound, ofKnown);
  const unanswered = absentDevices(matching, ofKnown, wasProbed).map((device) =>
    judgeUnresponsive(device, evidence, NOW),
  );
  return proposeChanges(matching, ofKnown, { unanswered, ignoredTypes: [24], sites }).flatMap((draft) =>
    [draft, ...draft.children].map(({ change, kind, name, element, fields }) => [
      `${change} ${kind} ${name}`,
      element,
      fields.map((field) => `${field.name}: ${String(field.before)} → ${String(field.after)}`).join(', '),
    ]),
  );
}

describe('the proposals of a run', () => {
  it('are empty if nothing has changed', () => {
    expect(proposed([found()], [known()])).toEqual([]);
  });

  it.each([
    ['10.0.7.4', '10.0.0.1', 'site: Paris → Lyon, address: 10.0.0.1 → 10.0.7.4'],
    ['2001:db8:7::4', '10.0.0.1', 'site: Paris → Lyon, address: 10.0.0.1 → 2001:db8:7::4'],
    // Of a management network that no site has, or of the place where the device is already.
    ['192.0.2.4', '10.0.0.1', 'address: 10.0.0.1 → 192.0.2.4'],
    ['10.0.0.9', '10.0.0.1', 'address: 10.0.0.1 → 10.0.0.9'],
    ['10.0.7.4', '192.0.2.1', 'address: 192.0.2.1 → 10.0.7.4'],
  ])(
    'show a device that now responds at %s, and did at %s, as moved if both networks say so',
    (now, before, fields) => {
      expect(proposed([found({ address: now })], [known({ address: before })])).toEqual([
        ['changed device edge-1', 5, fields],
      ]);
    },
  );

  it('show a replaced chassis as a new serial number', () => {
    expect(proposed([found({ serial: 'FTX2002', serials: ['FTX2002'] })], [known()])).toEqual([
      ['changed device edge-1', 5, 'serial: FTX1001 → FTX2002'],
    ]);
  });

  it('keep the serial number of a stack while that chassis is a member, whichever leads', () => {
    const stack = found({ serial: 'FTX3003', serials: ['FTX3003', 'FTX1001'] });
    expect(proposed([stack], [known()])).toEqual([]);
  });

  it('give a device with a name that another has, whatever its case, its address as a distinction', () => {
    const other = found({ serial: 'FTX9009', serials: ['FTX9009'], address: '10.0.0.9', sysName: 'EDGE-1' });
    expect(proposed([found(), other], [known()]).map(([what]) => what)).toEqual([
      'added device EDGE-1 (10.0.0.9)',
    ]);
  });

  it('contain a device with several responding addresses once', () => {
    const one = found({ interfaces: [port('Gi0', 1)] });
    expect(proposed([one, { ...one, address: '10.0.0.2' }], []).map(([what]) => what)).toEqual([
      'added device edge-1',
      'added interface edge-1 / Gi0',
    ]);
    expect(
      proposed([{ ...one, address: '10.0.0.2' }, one], [known({ interfaces: [knownPort(7, 'Gi0', 1)] })]),
    ).toEqual([]);
  });

  it('match interfaces by name across ifIndex changes, and list new and vanished ones', () => {
    const before = known({
      interfaces: [knownPort(7, 'Gi0', 1), knownPort(8, 'Gi1', null), knownPort(9, 'Gi2', 3)],
    });
    const after = found({
      interfaces: [
        port('Gi1', 1),
        port('Gi0', 2),
        port('Gi3', 3, { alias: 'WAN', speedBps: 1_000 }),
        port('Lo0', 4, { type: 24 }),
      ],
    });
    expect(proposed([after], [before])).toEqual([
      ['changed interface edge-1 / Gi1', 8, 'index:  → 1'],
      ['changed interface edge-1 / Gi0', 7, 'index: 1 → 2'],
      [
        'added interface edge-1 / Gi3',
        5,
        'alias: null → WAN, index: null → 3, type: null → 6, speedBps: null → 1000',
      ],
      ['vanished interface edge-1 / Gi2', 9, 'index: 3 → null'],
    ]);
  });

  const shared = (name: string, index: number, alias = '') => port(name, index, { alias, sharedName: 'eth' });
  it('distinguish two interfaces of one name by their aliases when the device has renumbered them', () => {
    const before = known({
      interfaces: [
        { ...knownPort(7, 'eth', 1), alias: 'Paris' },
        { ...knownPort(8, 'eth#2', 2), alias: 'Lyon' },
      ],
    });
    const same = found({ interfaces: [shared('eth', 1, 'Paris'), shared('eth#2', 2, 'Lyon')] });
    expect(proposed([same], [before])).toEqual([]);
    const renumbered = found({ interfaces: [shared('eth', 1, 'Lyon'), shared('eth#2', 2, 'Paris')] });
    expect(proposed([renumbered], [before])).toEqual([
      ['changed interface edge-1 / eth#2', 8, 'index: 2 → 1'],
      ['changed interface edge-1 / eth', 7, 'index: 1 → 2'],
    ]);
  });

  it('contain the second interface of a name that the inventory has once', () => {
    const before = known({ interfaces: [{ ...knownPort(7, 'eth', 2), alias: 'Lyon' }] });
    const after = found({ interfaces: [shared('eth', 1, 'Paris'), shared('eth#2', 2, 'Lyon')] });
    expect(proposed([after], [before])).toEqual([
      ['added interface edge-1 / eth#2', 5, 'alias: null → Paris, index: null → 1, type: null → 6'],
    ]);
  });

  it('contain no removals for an incomplete table', () => {
    const before = known({ interfaces: [knownPort(7, 'Gi0', 1)], parts: [knownProbe(11, '1')] });
    expect(proposed([found({ complete: [] })], [before])).toEqual([]);
    expect(proposed([found({ complete: ['probe'] })], [before]).map(([what]) => what)).toEqual([
      'vanished probe edge-1 / 1',
    ]);
  });

  it('compare probes with the known ones', () => {
    const before = known({ parts: [knownProbe(11, '1'), knownProbe(12, '2'), knownProbe(13, '4', false)] });
    const after = found({ parts: [probe('1', '10.9.9.8'), probe('3', '10.9.9.9')] });
    expect(proposed([after], [before])).toEqual([
      ['changed probe edge-1 / 1', 11, 'target: 10.9.9.9 → 10.9.9.8'],
      ['added probe edge-1 / 3', 5, 'target: null → 10.9.9.9'],
      ['vanished probe edge-1 / 2', 12, 'target: 10.9.9.9 → null'],
    ]);
  });

  it('ignore values that a device does not report', () => {
    expect(
      proposed([found({ serial: '', serials: [], model: '', software: '', vendor: '' })], [known()]),
    ).toEqual([]);
  });

  it('remove nothing that an empty table of interfaces or addresses lacks: the credential may not see it', () => {
    const address = { kind: 'address', key: '10.0.0.1', fields: {}, element: null, active: true } as const;
    const before = known({ interfaces: [knownPort(7, 'Gi0', 1)], parts: [address] });
    expect(proposed([found()], [before])).toEqual([]);
  });

  it('remove a device that a second run misses after a quarter of an hour, if its address was probed', () => {
    const missed = known({ miss: { runs: 1, since: anHourAgo } });
    expect(proposed([], [missed])).toEqual([
      [
        'vanished device edge-1',
        5,
        'address: 10.0.0.1 → null, vendor: Cisco → null, model: ISR → null, serial: FTX1001 → null, software: 17 → null, sysName: edge-1 → null, unansweredSince: null → 2026-01-05T11:00:00.000Z',
      ],
    ]);
    expect(proposed([], [missed], { wasProbed: () => false })).toEqual([]);
    expect(proposed([], [{ ...missed, active: false }])).toEqual([]);
    expect(proposed([], [missed], { evidence: 'responds' })).toEqual([]);
  });

  it('reactivate a device that had vanished, but not one deactivated by a user', () => {
    expect(proposed([found()], [known({ active: false, lost: true })])).toEqual([
      ['changed device edge-1', 5, 'collection: off → on'],
    ]);
    expect(proposed([found()], [known({ active: false })])).toEqual([]);
  });
});
