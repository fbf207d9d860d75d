import { describe, expect, it } from 'vitest';
import type { FoundDevice } from '#schemas/discovery/found.ts';
import { difference } from './difference.ts';
import type { Scope } from './difference.ts';
import type { KnownDevice } from './known-devices.ts';

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
const known = (change: Partial<KnownDevice> = {}): KnownDevice => ({
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

const everywhere: Scope = { wasAsked: () => true, refused: new Set(), ignoredTypes: [24] };
const told = (ofFound: readonly FoundDevice[], ofKnown: readonly KnownDevice[], scope: Scope = everywhere) =>
  difference(ofFound, ofKnown, scope).flatMap((draft) =>
    [draft, ...draft.below].map(({ change, kind, name, element, fields }) => [
      `${change} ${kind} ${name}`,
      element,
      fields.map((field) => `${field.name}: ${String(field.before)} → ${String(field.after)}`).join(', '),
    ]),
  );

describe('the difference between what was found and the inventory', () => {
  it('is none where nothing has changed', () => {
    expect(told([found()], [known()])).toEqual([]);
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
    const changes = told([found(change as Partial<FoundDevice>)], [known(before)]).map(([what]) => what);
    expect(changes.some((what) => String(what).startsWith('added device'))).toBe(false);
    expect(changes).toContain('changed device edge-1');
  });

  it('takes a device with another serial number at a known address for its replacement', () => {
    expect(told([found({ serial: 'S2' })], [known()])).toEqual([
      ['changed device edge-1', 5, 'serial: S1 → S2'],
    ]);
  });

  it('takes no name that several devices have for a sign', () => {
    const two = [
      known({ serial: '', address: '10.1.0.1' }),
      known({ id: 6, serial: '', address: '10.1.0.2' }),
    ];
    const [first] = told([found({ serial: '' })], two);
    expect(first?.[0]).toBe('added device edge-1 (10.0.0.1)');
  });

  it('has a device once that answers on several of its addresses', () => {
    const one = found({ interfaces: [port('Gi0', 1)] });
    expect(told([one, { ...one, address: '10.0.0.2' }], []).map(([what]) => what)).toEqual([
      'added device edge-1',
      'added interface edge-1 / Gi0',
    ]);
    expect(
      told([{ ...one, address: '10.0.0.2' }, one], [known({ interfaces: [knownPort(7, 'Gi0', 1)] })]),
    ).toEqual([]);
  });

  it('follows the ifIndex by the name, and proposes what is new and what has gone', () => {
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
    expect(told([after], [before])).toEqual([
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

  it('says of a table that was not read to its end what is there, and not what is not', () => {
    const before = known({ interfaces: [knownPort(7, 'Gi0', 1)], parts: [knownProbe(11, '1')] });
    expect(told([found({ whole: [] })], [before])).toEqual([]);
    expect(told([found({ whole: ['probe'] })], [before]).map(([what]) => what)).toEqual([
      'vanished probe edge-1 / 1',
    ]);
  });

  it('sets probes beside those that were known', () => {
    const before = known({ parts: [knownProbe(11, '1'), knownProbe(12, '2'), knownProbe(13, '4', false)] });
    const after = found({ parts: [probe('1', '10.9.9.8'), probe('3', '10.9.9.9')] });
    expect(told([after], [before])).toEqual([
      ['changed probe edge-1 / 1', 11, 'target: 10.9.9.9 → 10.9.9.8'],
      ['added probe edge-1 / 3', 5, 'target: null → 10.9.9.9'],
      ['vanished probe edge-1 / 2', 12, 'target: 10.9.9.9 → null'],
    ]);
  });

  it('proposes nothing for what a device does not tell', () => {
    expect(told([found({ serial: '', model: '', software: '', vendor: '' })], [known()])).toEqual([]);
  });

  it('has a device as vanished only where it was looked for, where nobody refuses, and whose collection is on', () => {
    expect(told([], [known()]).map(([what]) => what)).toEqual(['vanished device edge-1']);
    expect(told([], [known()], { ...everywhere, wasAsked: () => false })).toEqual([]);
    expect(told([], [known()], { ...everywhere, refused: new Set(['10.0.0.1']) })).toEqual([]);
    expect(told([], [known({ active: false })])).toEqual([]);
  });

  it('proposes to collect again from what had vanished, and leaves what somebody switched off', () => {
    expect(told([found()], [known({ active: false, lost: true })])).toEqual([
      ['changed device edge-1', 5, 'collection: off → on'],
    ]);
    expect(told([found()], [known({ active: false })])).toEqual([]);
  });
});
