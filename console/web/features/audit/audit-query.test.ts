import { describe, expect, it } from 'vitest';
import { auditQuery } from './audit-query.ts';

describe('the filter of the audit', () => {
  it('is the filter of the address without invalid values', () => {
    expect(auditQuery({ actor: 'zoe', kind: 'change', outcome: 'done', from: 5 }, 9)).toEqual({
      actor: 'zoe',
      kind: 'change',
      outcome: 'done',
      from: 5,
    });
    const named = { address: '192.0.2.', object: 'night' };
    expect(auditQuery({ ...named, actor: '' }, 9)).toEqual(named);
    expect(auditQuery({ actor: '', kind: 'nonsense', outcome: 'perhaps' }, 9)).toEqual({});
  });

  const at = (day: number, hour: number): number => new Date(2026, 10, day, hour).getTime();
  it.each([
    ['1h', at(5, 14), { from: at(5, 13) }],
    ['24h', at(5, 14), { from: at(4, 14) }],
    ['7d', at(12, 14), { from: at(5, 14) }],
    ['night', at(5, 14), { from: at(4, 18), to: at(5, 8) }],
    ['night', at(5, 3), { from: at(4, 18), to: at(5, 3) }],
  ] as const)('is a period up to now: %s', (range, now, period) => {
    expect(auditQuery({ range, from: 5, to: 6 }, now)).toEqual(period);
  });
});
