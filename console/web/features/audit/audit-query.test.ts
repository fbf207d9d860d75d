import { describe, expect, it } from 'vitest';
import { auditQuery } from './audit-query.ts';

describe('the filter of the audit', () => {
  it('is the filter of the address without invalid values', () => {
    expect(auditQuery({ actor: 'zoe', kind: 'change', outcome: 'done', from: 5 })).toEqual({
      actor: 'zoe',
      kind: 'change',
      outcome: 'done',
      from: 5,
    });
    const named = { address: '192.0.2.', object: 'night' };
    expect(auditQuery({ ...named, actor: '' })).toEqual(named);
    expect(auditQuery({ actor: '', kind: 'nonsense', outcome: 'perhaps' })).toEqual({});
  });
});
