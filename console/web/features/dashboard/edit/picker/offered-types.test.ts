import { expect, it } from 'vitest';
import { dashletTypeNames } from '#schemas/dashboard/dashlets.ts';
import { fr } from '../texts/fr.ts';
import { offeredTypes, pickerGroups } from './offered-types.ts';

const offered = (search: string, types = dashletTypeNames) =>
  offeredTypes({ types, search, sentenceOf: (type) => fr[`type_${type}`], language: 'fr' }).flatMap(
    ({ types: found }) => found,
  );

it('every type of dashlet is in one group of the picker', () => {
  expect(Object.values(pickerGroups).flat().toSorted()).toEqual(dashletTypeNames.toSorted());
});

it('types are found by words of their name and sentence, without regard to case and accents', () => {
  expect(offered('ETATS')).toEqual(['states']);
  expect(offered('alarmes pire')).toContain('alarms');
  expect(offered('xyz')).toEqual([]);
  expect(offered('')).toHaveLength(dashletTypeNames.length);
});

it('only types that the document may have are offered', () => {
  expect(offered('', ['table'])).toEqual(['table']);
});
