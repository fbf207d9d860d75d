import { expect, it } from 'vitest';
import type { KeyPart } from '#schemas/data/data-result-size.ts';
import { placesOfKeys } from './annotation-places.ts';

const part = (attribute: string, id: number, changes: Partial<KeyPart> = {}): KeyPart =>
  ({ attribute, id, name: `${attribute} ${String(id)}`, ...changes }) as KeyPart;

it('an annotation of a chart is about an element of its rows, once each and innermost first', () => {
  const keys = [
    [part('site', 4), part('interface', 9)],
    [part('site', 4), part('interface', 8)],
  ];
  expect(placesOfKeys(keys).map(({ element }) => element)).toEqual([9, 4, 8]);
});

it.each([
  ['what devices number themselves', part('application', 80)],
  ['a site that the user does not see', part('site', 4, { hidden: true, name: null })],
  ['an element that was deleted', part('device', 4, { deleted: true })],
  ['the Internet', part('site', 0)],
])('an annotation is not about %s', (_, key) => {
  expect(placesOfKeys([[key]])).toEqual([]);
});
