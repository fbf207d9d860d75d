import { describe, expect, it } from 'vitest';
import type { FoundDevice } from '#schemas/discovery/found.ts';
import { proposeChanges } from './propose-changes.ts';
import type { RunScope } from './propose-changes.ts';
import type { InventoryDevice } from './inventory-devices.ts';

const found = (change: Partial<FoundDevice> = {}): FoundDevice => ({
  address: '10.0.0.1',
  credential: 0,
  sysName: 'edge-1',
  description: '',
  objectId: '',
  vendor: 'Cisco',
  model: 'ISR',
  serial: 'S1',
  software: '17',
  interfaces: [],
  parts: [],
  whole: ['interface', 'address', 'probe', 'policy'],
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
  serial: 'S1',
  software: '17',
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

const everywhere: RunScope = { wasProbed: () => true, rejected: new Set(), ignoredTypes: [24] };
const proposed = (
  ofFound: readonly FoundDevice[],
  ofKnown: readonly InventoryDevice[],
  scope: RunScope = everywhere,
) =>
  proposeChanges(ofFound, ofKnown, scope).flatMap((draft) =>
    [draft, ...draft.children].map(({ change, kind, name, element, fields }) => [
      `${change} ${kind} ${name}`,
      element,
      fields.map((field) => `${field.name}: ${String(field.before)} → ${String(field.after)}`).join(', '),
    ]),
  );

describe('the proposals of a run', () => {
  it('are empty if nothing has changed', () => {
    expect(proposed([found()], [known()])).toEqual([]);
  });

  it.each([
    ['its serial number, at another address, under another name', { address: '10.0.0.9', sysName: 'x' }, {}],
    ['its address, without a serial number', { serial: '', sysName: 'x' }, { serial: '' }],
    [
      'one of its own addresses',
      {
        serial: '',
        sysName: 'x',
        address: '10.0.0.9',
        parts: [{ kind: 'address', key: '10.0.0.1', fields: {} }],
      },
      { serial: '' },
    ],
    [
      'its name, whatever its case',
      { serial: '', address: '10.0.0.9', sysName: 'EDGE-1' },
      { serial: '', sysName: '' },
    ],
  ] as const)('knows a device by %s', (_, change, before) => {
    const changes = proposed([found(change as Partial<FoundDevice>)], [known(before)]).map(([what]) => what);
    expect(changes.some((what) => String(what).startsWith('added device'))).toBe(false);
    expect(changes).toContain('changed device edge-1');
  });

  it('treat a device with another serial number at a known address as its replacement', () => {
    expect(proposed([found({ serial: 'S2' })], [known()])).toEqual([
      ['changed device edge-1', 5, 'serial: S1 → S2'],
    ]);
  });

  it('ignore a name shared by several devices', () => {
    const two = [
      known({ serial: '', address: '10.1.0.1' }),
      known({ id: 6, serial: '', address: '10.1.0.2' }),
    ];
    const [first] = proposed([found({ serial: '' })], two);
    expect(first?.[0]).toBe('added device edge-1 (10.0.0.1)');
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

  it('contain no removals for an incomplete table', () => {
    const before = known({ interfaces: [knownPort(7, 'Gi0', 1)], parts: [knownProbe(11, '1')] });
    expect(proposed([found({ whole: [] })], [before])).toEqual([]);
    expect(proposed([found({ whole: ['probe'] })], [before]).map(([what]) => what)).toEqual([
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
    expect(proposed([found({ serial: '', model: '', software: '', vendor: '' })], [known()])).toEqual([]);
  });

  it('remove a device only if its address was probed without a rejection and its collection is on', () => {
    expect(proposed([], [known()]).map(([what]) => what)).toEqual(['vanished device edge-1']);
    expect(proposed([], [known()], { ...everywhere, wasProbed: () => false })).toEqual([]);
    expect(proposed([], [known()], { ...everywhere, rejected: new Set(['10.0.0.1']) })).toEqual([]);
    expect(proposed([], [known({ active: false })])).toEqual([]);
  });

  it('reactivate a device that had vanished, but not one deactivated by a user', () => {
    expect(proposed([found()], [known({ active: false, lost: true })])).toEqual([
      ['changed device edge-1', 5, 'collection: off → on'],
    ]);
    expect(proposed([found()], [known({ active: false })])).toEqual([]);
  });
});
