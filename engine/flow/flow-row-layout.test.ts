import { expect, it } from 'vitest';
import { layoutOf } from '#schemas/table/layout.ts';
import { detailedFlows, flows } from '#schemas/table/flows.ts';
import { withoutDetails } from './flow-row-layout.ts';

const plain = layoutOf(flows).rowBytes;
const detailed = layoutOf(detailedFlows).rowBytes;

it('rows with details are read as those without', () => {
  const rows = Uint8Array.from({ length: 3 * detailed }, (_, at) => at % 251);
  const copied = withoutDetails(rows);
  expect(copied).toHaveLength(3 * plain);
  for (const row of [0, 1, 2])
    expect(copied.subarray(row * plain, (row + 1) * plain)).toEqual(
      rows.subarray(row * detailed, row * detailed + plain),
    );
  expect(() => withoutDetails(rows.subarray(1))).toThrow(RangeError);
});
