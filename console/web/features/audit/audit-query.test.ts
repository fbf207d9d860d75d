import { describe, expect, it } from 'vitest';
import { auditQuery, valueText } from './audit-query.ts';

describe('the filter of the audit', () => {
  it('is what the address says, without what it cannot mean', () => {
    expect(auditQuery({ actor: 'zoe', kind: 'change', outcome: 'done', from: 5 })).toEqual({
      actor: 'zoe',
      kind: 'change',
      outcome: 'done',
      from: 5,
    });
    expect(auditQuery({ actor: '', kind: 'nonsense', outcome: 'perhaps' })).toEqual({});
  });
});

describe('a value of a change', () => {
  it.each([
    [null, '–'],
    ['', '–'],
    [[], '–'],
    [['ALERT.read', 'KPI.read'], 'ALERT.read, KPI.read'],
    [false, 'false'],
    [{ customer: 2 }, '{"customer":2}'],
  ])('%j reads %s', (value, text) => {
    expect(valueText(value)).toBe(text);
  });
});
