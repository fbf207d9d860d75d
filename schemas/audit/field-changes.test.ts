import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldChangesOf } from './field-changes.ts';
import { fieldsOf } from './fields.ts';
import { Secret } from './secret.ts';

describe('the field changes of an audit entry', () => {
  it('contain the fields that differ, by path', () => {
    const before = fieldsOf({ name: 'noc', payload: { kind: 'text', template: 'a' }, sites: [1] });
    const after = fieldsOf({ name: 'noc', payload: { kind: 'json', template: 'a' }, sites: [1, 2] });
    expect(fieldChangesOf(before, after)).toEqual([
      { field: 'payload.kind', before: 'text', after: 'json' },
      { field: 'sites', before: [1], after: [1, 2] },
    ]);
  });

  it.each([
    ['one', 'other', [{ field: 'key', before: '•••', after: '•••' }]],
    ['', 'one', [{ field: 'key', before: null, after: '•••' }]],
    ['one', '', [{ field: 'key', before: '•••', after: null }]],
    ['one', 'one', []],
  ])('of a secret that was "%s" and is "%s" show only that it changed', (before, after, expected) => {
    expect(fieldChangesOf({ key: new Secret(before) }, { key: new Secret(after) })).toEqual(expected);
  });

  it('never contain a secret, at any path', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6 }), fc.string({ minLength: 6 }), (one, other) => {
        const of = (text: string) => fieldsOf({ at: { key: new Secret(`s3cret ${text}`) } });
        expect(JSON.stringify([fieldChangesOf(of(one), of(other)), of(one)])).not.toContain('s3cret');
      }),
    );
  });
});
