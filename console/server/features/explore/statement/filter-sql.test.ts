import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bindings } from '#schemas/kpi/bindings.ts';
import { filterFaultSentence } from '#schemas/explore/filter/fault.ts';
import { parseFlowFilter } from '#schemas/explore/filter/parse.ts';
import { printFilter } from '#schemas/explore/filter/print.ts';
import type { FilterTree } from '#schemas/explore/filter/tree.ts';
import { keyBindings } from '#schemas/explore/key-bindings.ts';
import { filterSql, sitesOfFilter, type FilterNames } from './filter-sql.ts';

const treeOf = (text: string): FilterTree | undefined => {
  const parsed = parseFlowFilter(text);
  if (!parsed.ok) throw new Error(filterFaultSentence(parsed.fault, 'en'));
  return parsed.tree;
};

describe('the statement of a filter', () => {
  const names: FilterNames = (_, text, isPart) => (isPart ? [7, 8] : [Number(text.replace('#', '')) || 7]);
  const compiled = (text: string) => {
    const { bind, params } = new Bindings();
    const bindings = { ...keyBindings({ bind, classes: [], seen: undefined }), bind, names };
    const tree = treeOf(text);
    return { sql: tree === undefined ? '' : filterSql(tree, bindings), params };
  };

  it('has every value as a parameter, never in its text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), (user) => {
        const { sql, params } = compiled(
          printFilter({ is: 'test', field: 'user', operator: '=', values: [{ text: user, at: 0 }] }),
        );
        expect(sql).toBe('toValidUTF8(user_name) IN {values:Array(String)}');
        expect(params).toEqual({ values: [user] });
      }),
    );
  });

  it('of a field of either end matches when one end does, and its negation when neither does', () => {
    expect(compiled('port != 443').sql).toBe(
      'NOT ((source_port IN {values:Array(UInt32)} OR destination_port IN {values:Array(UInt32)}))',
    );
  });

  it('of names has the ids that these stand for', () => {
    expect(compiled('site = #12 or site ~ Ly')).toEqual({
      sql: '(site IN {site:Array(UInt32)} OR site IN {site_2:Array(UInt32)})',
      params: { site: [12], site_2: [7, 8] },
    });
  });

  it.each([
    ['', undefined],
    ['site = #3', [3]],
    ['site in (#3, #4) and port = 1', [3, 4]],
    ['site in (#3, #4) and site = #4', [4]],
    ['site != #3', undefined],
    ['site = #3 or port = 1', undefined],
    ['not site = #3', undefined],
  ])('%j limits flows to the sites %j', (text, sites) => {
    expect(sitesOfFilter(treeOf(text), names)).toEqual(sites);
  });
});
