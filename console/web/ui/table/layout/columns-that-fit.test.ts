import { describe, expect, it } from 'vitest';
import { columnsThatFit } from './columns-that-fit.ts';
import type { Column } from '../table-column.ts';

const column = (id: string, width: number, yields?: number): Column<string> => ({
  id,
  header: id,
  value: () => null,
  cell: () => null,
  width,
  ...(yields === undefined ? {} : { yields }),
});
const columns = [column('name', 200), column('second', 100, 1), column('first', 100, 2), column('since', 50)];

describe('columns that yield', () => {
  it.each([
    [undefined, 'name second first since'],
    [450, 'name second first since'],
    [449, 'name second since'],
    [350, 'name second since'],
    [349, 'name since'],
    [10, 'name since'],
  ])('in a room of %s pixels leave %s', (room, left) => {
    expect(
      columnsThatFit(columns, room)
        .map(({ id }) => id)
        .join(' '),
    ).toBe(left);
  });

  it('are none when every column fits: the array stays the same', () => {
    expect(columnsThatFit(columns, 450)).toBe(columns);
  });
});
