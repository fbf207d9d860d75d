import { expect, it } from 'vitest';
import { parseFlowFilter } from '#schemas/explore/filter/parse.ts';
import { HIDDEN_SITE } from '#schemas/kpi/flow-ends.ts';
import { flowsOfPair } from './flows-of-pair.ts';

it.each([
  [
    { pair: [3, 7] },
    '(source-site = #3 and destination-site = #7 or source-site = #7 and destination-site = #3)',
  ],
  [
    { pair: [0, 7], applications: [9], dscp: [46, 0] },
    '(source-site = #0 and destination-site = #7 or source-site = #7 and destination-site = #0) and application = #9 and dscp in (46, 0)',
  ],
  [{ pair: [3, 3] }, 'source-site = #3 and destination-site = #3'],
  [{ pair: [3, HIDDEN_SITE] }, undefined],
] as const)('the flows between %j are %j', (shown, expected) => {
  const filter = flowsOfPair({ applications: [], dscp: [], ...shown });
  expect(filter).toBe(expected);
  expect(parseFlowFilter(filter ?? '').ok).toBe(true);
});
