import { describe, expect, it } from 'vitest';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { DataResult } from '#schemas/data/data-result-size.ts';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import { partRows, rankOf } from './part-rows.ts';

const port = (id: number, change: Partial<InventoryElement> = {}): InventoryElement => ({
  id,
  kind: 'interface',
  customer: 1,
  name: `Gi0/${String(id)}`,
  active: true,
  takingEffect: false,
  status: null,
  inactiveAbove: null,
  site: { id: 9, name: 'Lyon' },
  device: { id: 8, name: 'edge' },
  properties: {},
  ...change,
});
const result = (...rows: readonly (readonly [number, readonly (readonly (number | null)[])[]])[]) =>
  ({
    rows: rows.map(([id, values]) => ({ key: [{ attribute: 'interface', id, name: '' }], values })),
  }) as unknown as DataResult;
const alarm = (severity: AlarmRow['severity']): AlarmRow => ({ severity }) as AlarmRow;

describe('the parts of an element', () => {
  const rows = partRows({
    elements: [port(1), port(2), port(3), port(4, { active: false }), port(5)],
    values: result([1, [[100], [40]]], [2, [[0], [null]]], [5, [[100], [99]]]),
    trend: result([1, [[1, 2, 3]]]),
    alarmsOf: ({ id }) => (id === 5 ? [alarm('minor'), alarm('critical')] : []),
    hasUp: true,
  });

  it('have a row each, also those that nothing measures', () => {
    expect(rows.map(({ element, state }) => [element.id, state])).toEqual([
      [1, 'ok'],
      [2, 'down'],
      [3, 'no data'],
      [4, 'off'],
      [5, 'critical'],
    ]);
  });

  it('have the values without the one that says whether they are up', () => {
    expect(rows.map(({ values }) => values)).toEqual([[40], [null], [], [], [99]]);
    expect(rows[0]?.trend).toEqual([1, 2, 3]);
    expect(rows[4]?.alarms).toBe(2);
  });

  it('say nothing of what is up before the values have come', () => {
    const [first] = partRows({
      elements: [port(1)],
      values: undefined,
      trend: undefined,
      alarmsOf: () => [],
      hasUp: true,
    });
    expect(first?.state).toBe('pending');
  });

  it('are sorted with the worst first', () => {
    expect(rows.map(({ state }) => rankOf(state)).toSorted((one, other) => one - other)).toEqual([
      0, 1, 4, 6, 7,
    ]);
  });
});
