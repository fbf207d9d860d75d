import { describe, expect, it } from 'vitest';
import type { KeyPart } from '#schemas/data/data-result-size.ts';
import { parseFlowFilter } from '#schemas/explore/filter/parse.ts';
import { exploreFilter } from './row-filter.ts';

const part = (attribute: KeyPart['attribute'], id: number): KeyPart => ({ attribute, id, name: 'x' });

describe('the filter of what a chart leads to', () => {
  it.each([
    [[part('site', 3), part('application', 12_884_902_331)], [], 'site = #3 and application = #12884902331'],
    [[part('class', 46)], [3, 4], 'site in (#3, #4) and dscp = 46'],
    [[part('conversation', 0)], [3], 'site in (#3) and remote-site = #0'],
    [[part('interface', 9)], [3], 'interface = #9'],
    [[], [], ''],
    [[part('tunnel', 9)], [], undefined],
  ] as const)('%j at the sites %j is %j', (key, sites, expected) => {
    const filter = exploreFilter({ key }, { sites, isOfFlows: true });
    expect(filter).toBe(expected);
    if (filter !== undefined) expect(parseFlowFilter(filter).ok).toBe(true);
  });

  it('is none for numbers that are not those of flows, and for sites that the reader does not see', () => {
    expect(exploreFilter({ key: [part('class', 7)] }, { sites: [], isOfFlows: false })).toBeUndefined();
    const hidden = { ...part('conversation', 7), hidden: true as const };
    expect(exploreFilter({ key: [hidden] }, { sites: [], isOfFlows: true })).toBeUndefined();
  });
});
