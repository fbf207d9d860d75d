import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultClearing } from './clearing.ts';
import { CockpitFile } from './cockpit-file.ts';
import { documentOf, fileOf, fileTargetKey, replacedAlarms } from './file-document.ts';
import type { CockpitDocument, DocumentAlarm } from './version.ts';
import { isSameDocument, thresholdTargetKey } from './version-difference.ts';

const anAlarm = (id: number, change: Partial<DocumentAlarm> = {}): DocumentAlarm => ({
  id,
  version: 3,
  label: `Alarm ${String(id)}`,
  kpi: 'itf_in_util',
  operator: '>',
  threshold: id,
  severity: 'major',
  outliers: 1,
  measures: 3,
  ...defaultClearing,
  topology: { levels: ['site'], filter: '' },
  snmpTrap: false,
  enabled: true,
  visibility: 'everyone',
  groups: [],
  thresholds: [],
  ...change,
});
const fileAlarms = (alarms: readonly DocumentAlarm[]) =>
  fileOf({ name: 'WAN', description: '', alarms: [...alarms] }, names).alarms;

const names = {
  groups: new Map([
    [1, 'Core team'],
    [2, 'Night shift'],
  ]),
  targets: new Map([
    [thresholdTargetKey({ customer: 5 }), { customer: 'ACME' }],
    [
      thresholdTargetKey({ element: 9 }),
      { customer: 'ACME', element: { kind: 'interface' as const, path: ['Gi0/0', 'edge-1', 'Lyon'] } },
    ],
  ]),
};
const lookups = {
  groups: new Map([
    ['core team', 1],
    ['night shift', 2],
  ]),
  targets: new Map([
    [fileTargetKey({ customer: 'acme' }), { customer: 5 }],
    [
      fileTargetKey({ customer: 'Acme', element: { kind: 'interface', path: ['Gi0/0', 'edge-1', 'Lyon'] } }),
      { element: 9 },
    ],
  ]),
  freshIds: [901, 902, 903, 904, 905, 906],
};

describe('a cockpit that is exported and imported', () => {
  const someAlarm = fc.record({
    label: fc.constantFrom('Busy', 'Down', 'Slow'),
    threshold: fc.integer({ min: 0, max: 1_000_000 }),
    severity: fc.constantFrom('critical' as const, 'major' as const, 'minor' as const),
    groups: fc.subarray([1, 2]),
    enabled: fc.boolean(),
    thresholds: fc.subarray([
      { target: { customer: 5 }, value: 70 },
      { target: { element: 9 }, value: 80 },
    ]),
  });
  const someDocument = fc
    .uniqueArray(someAlarm, { maxLength: 6, selector: ({ threshold }) => threshold })
    .map((alarms): CockpitDocument => ({
      name: 'WAN',
      description: 'Access links',
      alarms: alarms.map((alarm, index) => anAlarm(index + 1, alarm)),
    }));

  it('over itself is what it was, with the ids of its alarms', () => {
    fc.assert(
      fc.property(someDocument, (document) => {
        const file = CockpitFile.parse(JSON.parse(JSON.stringify(fileOf(document, names))));
        const { document: read, faults, leftOut } = documentOf(file, document.alarms, lookups);
        expect([faults, leftOut]).toEqual([[], []]);
        expect(isSameDocument(document, read)).toBe(true);
      }),
    );
  });

  it('as another one has new ids, and never those of a file', () => {
    fc.assert(
      fc.property(someDocument, (document) => {
        const { document: read } = documentOf(fileOf(document, names), [], lookups);
        expect(read.alarms.map(({ id }) => id)).toEqual(lookups.freshIds.slice(0, document.alarms.length));
        expect(fileOf(read, names)).toEqual(fileOf(document, names));
      }),
    );
  });
});

describe('an alarm of a file replaces', () => {
  const present = [anAlarm(1), anAlarm(2), anAlarm(3, { label: 'Same' }), anAlarm(4, { label: 'Same' })];
  it.each([
    ['the one of the same rule, whatever its label', anAlarm(0, { label: 'Other', threshold: 2 }), 2],
    ['the one of the same label, whatever its rule', anAlarm(0, { label: 'Alarm 1', threshold: 77 }), 1],
    ['none of a label that is not unique', anAlarm(0, { label: 'Same', threshold: 77 }), undefined],
    ['none when rule and label are new', anAlarm(0, { label: 'New', threshold: 77 }), undefined],
  ])('%s', (_, alarm, id) => {
    expect(replacedAlarms(fileAlarms([alarm]), present).map((one) => one?.id)).toEqual([id]);
  });

  it('no alarm that another one of the file replaces by its rule', () => {
    const alarms = fileAlarms([anAlarm(0, { label: 'Alarm 2', threshold: 77 }), anAlarm(2)]);
    expect(replacedAlarms(alarms, present).map((one) => one?.id)).toEqual([undefined, 2]);
  });
});

describe('a file that names', () => {
  const file = (change: object) => ({
    ...fileOf({ name: 'WAN', description: '', alarms: [anAlarm(1)] }, names),
    alarms: [{ ...fileAlarms([anAlarm(1)])[0]!, ...change }],
  });

  it('a group that is not known has a fault at its place', () => {
    const { faults } = documentOf(file({ groups: ['Core team', 'Gone'] }), [], lookups);
    expect(faults).toEqual([{ field: 'alarms.0.groups.1', code: 'COCKPIT_GROUP_UNKNOWN' }]);
  });

  it('a customer or element that is not known leaves that threshold out', () => {
    const thresholds = [
      { customer: 'other', value: 1 },
      { customer: 'ACME', element: { kind: 'interface', path: ['Gi0/1', 'edge-1', 'Lyon'] }, value: 2 },
      { customer: 'ACME', value: 3 },
    ];
    const { document, leftOut, faults } = documentOf(file({ thresholds }), [], lookups);
    expect(faults).toEqual([]);
    expect(document.alarms[0]?.thresholds).toEqual([{ target: { customer: 5 }, value: 3 }]);
    expect(leftOut).toEqual([
      { alarm: 'Alarm 1', target: 'other' },
      { alarm: 'Alarm 1', target: 'Gi0/1 · edge-1 · Lyon · ACME' },
    ]);
  });

  it('a target twice has a fault', () => {
    const thresholds = ['ACME', 'acme'].map((customer) => ({ customer, value: 1 }));
    expect(documentOf(file({ thresholds }), [], lookups).faults).toEqual([
      { field: 'alarms.0.thresholds.1', code: 'NOT_UNIQUE' },
    ]);
  });

  it.each([
    ['a later version', { version: 2 }],
    ['another format', { format: 'telltale-dashboard' }],
  ])('%s is refused', (_, change) => {
    const read = CockpitFile.safeParse({ ...file({}), ...change });
    expect(read.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
      [Object.keys(change)[0], 'IMPORT_FORMAT_INVALID'],
    ]);
  });
});
