import { describe, expect, it } from 'vitest';
import { changeOf } from './attribute-draft.ts';

describe('a change of attributes', () => {
  it('of one element has what differs from what it has', () => {
    const before = { name: 'edge', vendor: 'Cisco', addTags: 'core, lyon', infrastructure: '' };
    expect(changeOf({ ...before, vendor: '', addTags: 'lyon, spare' }, before)).toEqual({
      ...{ vendor: '', addTags: ['spare'], removeTags: ['core'] },
    });
    expect(changeOf(before, before)).toEqual({});
  });

  it.each([
    [{ vendor: '' }, { vendor: '' }],
    [
      { bandwidthIn: '10000000', bandwidthOut: '' },
      { bandwidthIn: 10_000_000, bandwidthOut: null },
    ],
    [{ networks: '10.0.0.0/8\n 10.0.0.0/8,2001:db8::/32' }, { networks: ['10.0.0.0/8', '2001:db8::/32'] }],
    [{ infrastructure: '' }, { infrastructure: null }],
    [
      { addTags: 'a, b', removeTags: 'c' },
      { addTags: ['a', 'b'], removeTags: ['c'] },
    ],
  ])('of many elements %j has every chosen attribute', (draft, expected) => {
    expect(changeOf(draft)).toEqual(expected);
  });
});
