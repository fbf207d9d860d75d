import { describe, expect, it } from 'vitest';
import {
  arrangedColumns,
  declaredLayout,
  isColumnShown,
  layoutFrom,
  orderAfterMove,
  withoutWidth,
  withToggled,
  withWidth,
} from './table-layout.ts';

const columns = [{ id: 'name' }, { id: 'site' }, { id: 'since' }, { id: 'actions', quietHeader: true }];
const ids = (order: readonly string[]): string =>
  arrangedColumns(columns, order)
    .map(({ id }) => id)
    .join(' ');

describe('the columns of a table', () => {
  it.each([
    ['as declared before anyone moved one', [], 'name site since actions'],
    ['in the order of the user, the buttons last', ['since', 'name', 'site'], 'since name site actions'],
    ['with a new column after the one it was declared after', ['since', 'name'], 'since name site actions'],
    ['with a new first column at the start', ['site', 'since'], 'name site since actions'],
    ['without one that no longer exists', ['deleted', 'site', 'name', 'since'], 'site name since actions'],
  ])('are %s', (_, order, shown) => {
    expect(ids(order)).toBe(shown);
  });

  it.each([
    ['since', 'name', 'since name site'],
    ['name', 'since', 'site since name'],
    ['name', 'site', 'site name since'],
    ['name', 'name', 'name site since'],
    ['name', 'nowhere', 'name site since'],
  ])('move: %s to the place of %s', (moved, to, shown) => {
    expect(orderAfterMove(['name', 'site', 'since'], moved, to).join(' ')).toBe(shown);
  });

  it('have widths within limits, hide and show', () => {
    expect(withWidth(declaredLayout, 'name', 3).widths).toEqual({ name: 48 });
    expect(withWidth(declaredLayout, 'name', 9_999).widths).toEqual({ name: 1_200 });
    expect(withoutWidth(withWidth(declaredLayout, 'name', 200), 'name')).toEqual(declaredLayout);
    const site = { id: 'site' };
    expect(withToggled(declaredLayout, site).hidden).toEqual(['site']);
    expect(withToggled(withToggled(declaredLayout, site), site)).toEqual(declaredLayout);
  });

  it('are shown unless they are hidden, by the user or at first', () => {
    const column = { id: 'label', hiddenAtFirst: true };
    expect(isColumnShown(declaredLayout, { id: 'site' })).toBe(true);
    expect(isColumnShown(withToggled(declaredLayout, { id: 'site' }), { id: 'site' })).toBe(false);
    expect(isColumnShown(declaredLayout, column)).toBe(false);
    const chosen = withToggled(declaredLayout, column);
    expect(isColumnShown(chosen, column)).toBe(true);
    expect(isColumnShown(layoutFrom(JSON.stringify(chosen)), column)).toBe(true);
    expect(withToggled(chosen, column)).toEqual(declaredLayout);
    expect(isColumnShown(withToggled(declaredLayout, { id: 'name' }), { id: 'name', fixed: true })).toBe(
      true,
    );
  });
});

describe('a stored layout', () => {
  it('is read as it was written', () => {
    const layout = { order: ['site', 'name'], hidden: ['since'], shown: [], widths: { name: 240 } };
    expect(layoutFrom(JSON.stringify(layout))).toEqual(layout);
  });

  it.each([
    undefined,
    '',
    '{',
    'null',
    '7',
    '[]',
    '{"order":3,"hidden":{},"widths":[1]}',
    '{"widths":{"a":-1,"b":"x","c":1e9}}',
  ])('has no effect where it is broken: %s', (stored) => {
    expect(layoutFrom(stored)).toEqual(declaredLayout);
  });
});
