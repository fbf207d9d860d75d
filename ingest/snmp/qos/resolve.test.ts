import { describe, expect, it } from 'vitest';
import type { SnmpValue } from '../agent/value.ts';
import type { TableBinding } from '../request/walk-column.ts';
import { resolveClasses, type QosTables } from './resolve.ts';

const rows = (values: Readonly<Record<string, number | string>>): readonly TableBinding[] =>
  Object.entries(values).map(([index, value]) => ({
    index,
    value: (typeof value === 'number'
      ? { type: 'gauge32', value }
      : { type: 'octets', value }) satisfies SnmpValue,
  }));

/**
 * Output policy WAN on port 7 with VOICE and REST, and within REST a policy CHILD with WEB; input policies only on port
 * 8.
 */
const wan: QosTables = {
  direction: rows({ 18: 2, 20: 1 }),
  ifIndex: rows({ 18: 7, 20: 8 }),
  config: rows({
    '18.100': 500,
    '18.101': 501,
    '18.102': 502,
    '18.103': 510,
    '18.104': 511,
    '20.200': 500,
    '20.201': 501,
  }),
  kind: rows({
    '18.100': 1,
    '18.101': 2,
    '18.102': 2,
    '18.103': 1,
    '18.104': 2,
    '18.105': 7,
    '20.200': 1,
    '20.201': 2,
  }),
  parent: rows({
    '18.100': 0,
    '18.101': 100,
    '18.102': 100,
    '18.103': 102,
    '18.104': 103,
    '20.200': 0,
    '20.201': 200,
  }),
  policyName: rows({ 500: 'WAN', 510: 'CHILD' }),
  className: rows({ 501: 'VOICE', 502: 'REST', 511: 'WEB' }),
};

describe('the classes of a device', () => {
  it('are named by the path from the policy on the interface', () => {
    const out = { ifIndex: 7, direction: 'out' };
    expect(resolveClasses(wan)).toEqual([
      { ...out, index: '18.101', path: ['WAN', 'VOICE'], outermost: true },
      { ...out, index: '18.102', path: ['WAN', 'REST'], outermost: true },
      { ...out, index: '18.104', path: ['WAN', 'REST', 'CHILD', 'WEB'], outermost: false },
      { ifIndex: 8, direction: 'in', index: '20.201', path: ['WAN', 'VOICE'], outermost: true },
    ]);
  });

  it('without a name, without an interface or in a cycle are omitted', () => {
    const indexes = (tables: Partial<QosTables>): readonly string[] =>
      resolveClasses({ ...wan, ...tables }).map(({ index }) => index);
    expect(indexes({ className: rows({ 501: 'VOICE' }) })).toEqual(['18.101', '20.201']);
    expect(indexes({ ifIndex: rows({ 20: 8 }) })).toEqual(['20.201']);
    expect(indexes({ parent: rows({ '18.100': 101, '18.101': 100, '18.102': 100 }) })).toEqual([]);
  });
});
