import { describe, expect, it } from 'vitest';
import type { SnmpValue } from '../agent/value.ts';
import { column } from './objects.ts';
import { portNames } from './port-names.ts';

type Texts = Readonly<Record<number, string>>;

const cellsOf = (texts: Texts): ReadonlyMap<number, SnmpValue> =>
  new Map(Object.entries(texts).map(([index, value]) => [Number(index), { type: 'octets', value }]));

/** Names by index of a device with four ports. */
const named = (names: Texts, descriptions: Texts = {}, aliases: Texts = {}): Record<string, string> => {
  const types = new Map(
    [1, 2, 3, 4].map((index): [number, SnmpValue] => [index, { type: 'integer', value: 6 }]),
  );
  const texts = {
    names: cellsOf(names),
    descriptions: cellsOf(descriptions),
    aliases: cellsOf(aliases),
    types,
  };
  return Object.fromEntries(
    [...portNames(texts)].map(([index, { name, nameColumn }]) => [
      index,
      `${Object.entries(column).find(([, oid]) => oid === nameColumn)?.[0] ?? ''} ${name}`,
    ]),
  );
};

const four = { 1: 'a', 2: 'b', 3: 'c', 4: 'd' };
const ofFour = (source: string) =>
  Object.fromEntries(Object.entries(four).map(([index, name]) => [index, `${source} ${name}`]));

describe('ports are named by', () => {
  it.each([
    ['ifName', four, { 1: 'long' }, { 2: 'Uplink' }, ofFour('ifName')],
    ['ifDescr where the device has no ifXTable', {}, four, {}, ofFour('ifDescr')],
    [
      'ifDescr where only they have no ifName',
      { 1: 'a', 2: '', 4: ' ' },
      { 1: 'x', 2: ' b ', 3: 'c', 4: 'd' },
      {},
      { 1: 'ifName a', 2: 'ifDescr b', 3: 'ifDescr c', 4: 'ifDescr d' },
    ],
    [
      'an ifAlias that no other nameless port has, else by their index',
      { 1: 'a' },
      { 1: 'a', 2: '' },
      { 1: 'Uplink', 2: 'Uplink', 3: 'Spare', 4: 'Spare' },
      { 1: 'ifName a', 2: 'ifAlias Uplink', 3: 'ifType ifIndex 3', 4: 'ifType ifIndex 4' },
    ],
    [
      'their index where the alias is the name of another port',
      { 1: 'a', 2: 'b', 3: 'c' },
      {},
      { 4: 'a' },
      { 1: 'ifName a', 2: 'ifName b', 3: 'ifName c', 4: 'ifType ifIndex 4' },
    ],
    [
      'their index where there is no text at all',
      {},
      {},
      {},
      Object.fromEntries([1, 2, 3, 4].map((index) => [index, `ifType ifIndex ${String(index)}`])),
    ],
    [
      'a number behind the name where two share it, the lower index first',
      { 2: 'a', 1: 'a', 3: 'b', 4: 'b' },
      {},
      {},
      { 1: 'ifName a', 2: 'ifName a#2', 3: 'ifName b', 4: 'ifName b#2' },
    ],
    [
      'a number that no other port is called by',
      { 1: 'a', 2: 'a', 3: 'a#2', 4: 'a' },
      {},
      {},
      { 1: 'ifName a', 2: 'ifName a#3', 3: 'ifName a#2', 4: 'ifName a#4' },
    ],
    [
      'a number behind an ifDescr that is the ifName of another port',
      { 3: 'a', 4: ' a ' },
      { 1: 'a', 2: 'a', 3: 'x' },
      {},
      { 1: 'ifDescr a#3', 2: 'ifDescr a#4', 3: 'ifName a', 4: 'ifName a#2' },
    ],
  ])('%s', (_, names, descriptions, aliases, expected) => {
    expect(named(names, descriptions, aliases)).toEqual(expected);
  });
});
