import { describe, expect, it } from 'vitest';
import { changeOf } from './attribute-draft.ts';

describe('a change of attributes', () => {
  it('of one element has what differs from what it has', () => {
    const before = { name: 'edge', vendor: 'Cisco', addTags: 'core, lyon', infrastructure: '' };
    expect(changeOf({ ...before, vendor: '', addTags: 'lyon, spare' }, before)).toEqual({
      vendor: '',
      addTags: ['spare'],
      removeTags: ['core'],
    });
    expect(changeOf(before, before)).toEqual({});
  });

  it.each([
    [{ vendor: '' }, { vendor: '' }],
    [
      { bandwidthIn: '10000000', bandwidthOut: '' },
      { bandwidthIn: 10_000_000, bandwidthOut: null },
    ],
    [
      { bandwidthIn: '2048k', bandwidthOut: '1,5 Gbit/s' },
      { bandwidthIn: 2_048_000, bandwidthOut: 1_500_000_000 },
    ],
    // Rejected by the server at its field.
    [
      { bandwidthIn: '1,000M', bandwidthOut: 'fast' },
      { bandwidthIn: '1,000M', bandwidthOut: 'fast' },
    ],
    [
      { latitude: '45,764', longitude: '4.8357' },
      { latitude: 45.764, longitude: 4.8357 },
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
