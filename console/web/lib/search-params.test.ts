import type { SearchSchemaInput } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseSearch, searchValue, stringifySearch, versionedSearch } from './search-params.ts';

const schema = z.object({ site: searchValue.ids(), q: searchValue.text(), map: searchValue.flag(true) });
const raw = (search: string) =>
  parseSearch(search) as unknown as Partial<z.output<typeof schema>> & SearchSchemaInput;

describe('search parameters', () => {
  it('are readable in the address bar and come back the same', () => {
    const text = stringifySearch({ site: [1, 2], q: 'Paris é', map: false, empty: [], none: undefined });
    expect(text).toBe('?site=1,2&q=Paris%20%C3%A9&map=false');
    expect(versionedSearch(schema, [])(raw(text))).toEqual({ site: [1, 2], q: 'Paris é', map: false, v: 1 });
  });

  it('of a text that was cut within a character are an address, not an error', () => {
    expect(stringifySearch({ q: '🛰️'.slice(0, 1) })).toBe('?q=%EF%BF%BD');
  });

  it('that cannot be read become their default', () => {
    expect(versionedSearch(schema, [])(raw('?site=x,-4&map=perhaps'))).toMatchObject({
      site: [],
      map: false,
    });
  });

  it('a time that no store holds is left out', () => {
    const read = versionedSearch(z.object({ at: searchValue.seconds() }), []);
    expect(read(raw('?at=1795500000') as never).at).toBe(1_795_500_000);
    for (const at of ['99999999999', '0', '-5', 'night'])
      expect(read(raw(`?at=${at}`) as never).at).toBeUndefined();
  });

  it('a link of an older version keeps its meaning', () => {
    const read = versionedSearch(schema, [({ place, ...remaining }) => ({ ...remaining, site: place })]);
    expect(read(raw('?v=1&place=7'))).toMatchObject({ site: [7], v: 2 });
    expect(read(raw('?v=2&site=7&place=9'))).toMatchObject({ site: [7] });
  });
});
