import { describe, expect, it } from 'vitest';
import { ClusterDraft } from '../cluster/cluster.ts';
import { NetworkFile } from '../inventory/network-file.ts';
import { SnmpSettings } from '../inventory/snmp-access.ts';
import { KpiDraft } from '../kpi/draft.ts';
import { PollerDefinition } from '../polling/poller.ts';
import { AnnouncementDraft } from '../settings/announcement/announcement.ts';
import { defaultSignInPolicy, SignInPolicy } from '../settings/sign-in/sign-in-policy.ts';
import { SilenceDraft } from '../silence/silence.ts';
import { parseInput } from './input-faults.ts';

const poller = {
  name: 'Heat',
  level: 'device',
  oid: '1.3.6.1.4.1.9.1',
  valueType: 'gauge',
  counters: ['heat'],
};
const silence = {
  match: {},
  reason: 'Works',
  startsAt: 2,
  endsAt: 3,
  recurrence: null,
};
const alarm = { label: 'Full', kpi: 'itf_in_util', threshold: 1, severity: 'major' };
const fileOf = (part: object) => ({
  customers: [{ clientId: 'acme', name: 'Acme' }],
  cockpits: [{ name: 'Lines', alarms: [{ ...alarm, ...part }] }],
});

describe('an input with a value of the wrong type and a broken rule between other fields', () => {
  it.each([
    [
      'a policy',
      SignInPolicy,
      { ...defaultSignInPolicy, warnDays: null, expiryDays: 2, updateDays: 2 },
      ['warnDays', 'updateDays'],
    ],
    [
      'a poller',
      PollerDefinition,
      { ...poller, valueType: '', script: 'procedure(maximum)', incremental: true },
      ['valueType', 'incremental'],
    ],
    [
      'a poller of a reserved counter',
      PollerDefinition,
      { ...poller, level: '', counters: ['poll'] },
      ['level', 'counters'],
    ],
    ['a silence', SilenceDraft, { ...silence, reason: null, endsAt: 1 }, ['reason', 'endsAt']],
    [
      'a silence without an end',
      SilenceDraft,
      { ...silence, reason: null, endsAt: null },
      ['reason', 'endsAt'],
    ],
    ['an announcement', AnnouncementDraft, { enabled: true, message: '', format: '' }, ['format', 'message']],
    [
      'a cluster',
      ClusterDraft,
      { type: 'area', name: null, sites: [], applications: [1] },
      ['name', 'sites', 'applications'],
    ],
    [
      'a KPI',
      KpiDraft,
      {
        key: 'k',
        en: 'K',
        fr: 'K',
        unit: '',
        element: 'device',
        aggregation: 'average',
        strategy: 'before any aggregation',
        formulas: [
          { scope: 'snmp', formula: 'a' },
          { scope: 'snmp', formula: 'b' },
        ],
      },
      ['unit', 'formulas.1.scope'],
    ],
    [
      'SNMP access',
      SnmpSettings,
      { version: 'v3', port: 'x', community: 'c', user: 'u' },
      ['port', 'community'],
    ],
    [
      'an alarm of a file',
      NetworkFile,
      fileOf({ severity: 'bad', outliers: 3, measures: 2 }),
      ['cockpits.0.alarms.0.severity', 'cockpits.0.alarms.0.outliers'],
    ],
    [
      'a threshold of a file',
      NetworkFile,
      fileOf({ thresholds: [{ customer: 'acme', site: 'x', value: 'y' }] }),
      ['cockpits.0.alarms.0.thresholds.0.value', 'cockpits.0.alarms.0.thresholds.0.site'],
    ],
  ] as const)('reports both: %s', (_, contract, value, paths) => {
    const parsed = parseInput(contract, value);
    expect(parsed.ok ? [] : parsed.faults.map(({ path }) => path)).toEqual(paths);
  });
});
