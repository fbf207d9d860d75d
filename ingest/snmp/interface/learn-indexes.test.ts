import { describe, expect, it } from 'vitest';
import type { InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import { newMemory } from '../device/device-memory.ts';
import { matchNames, needsLearning, namesKey } from './learn-indexes.ts';
import { column } from './objects.ts';

const entry = (id: number, name: string): InterfaceEntry => ({
  id,
  name,
  customer: 1,
  active: true,
  site: 2,
  device: 3,
  alias: '',
  index: null,
  bandwidthInBps: null,
  bandwidthOutBps: null,
});
const port = (index: number, name: string, nameColumn: string) => ({
  index,
  name,
  text: name,
  nameColumn,
  narrow: new Set<number>(),
});
const interfaces = [entry(1, 'Gi0/0'), entry(2, 'Gi0/1')];
const names = namesKey(interfaces);
const learned = {
  ...newMemory(),
  ports: new Map([
    [1, port(10, 'Gi0/0', column.ifName)],
    [2, port(20, 'Gi0/1', column.ifName)],
  ]),
  learnedNames: names,
  lastChange: 5,
  pollsSinceLearned: 100,
};
const onlyFirst = new Map([...learned.ports].slice(0, 1));
const calm = { restarted: false, lastChange: 5, names };

describe('the indexes of a device', () => {
  it('are learned at the first poll', () => {
    expect(needsLearning(newMemory(), calm)).toBe(true);
  });
  it('are not learned again while nothing changes', () => {
    expect(needsLearning(learned, calm)).toBe(false);
  });
  for (const [title, memory, signs] of [
    ['the device restarted', learned, { ...calm, restarted: true }],
    ['ifTableLastChange moved', learned, { ...calm, lastChange: 6 }],
    ['a port came into the inventory', learned, { ...calm, names: `${names}\n3 Gi0/2 ` }],
    ['a port is missing for a dozen polls', { ...learned, ports: onlyFirst }, calm],
  ] as const)
    it(`are learned again when ${title}`, () => {
      expect(needsLearning(memory, signs)).toBe(true);
    });
  it('are not learned at each poll because of a missing port', () => {
    const missing = { ...learned, ports: onlyFirst, pollsSinceLearned: 3 };
    expect(needsLearning(missing, calm)).toBe(false);
  });

  const named = (ports: readonly (readonly [number, string, string])[]) =>
    new Map(ports.map(([index, name, nameColumn]) => [index, { name, text: name, nameColumn }]));

  it('match the port names', () => {
    const ports = named([
      [4, 'Gi0/1', column.ifName],
      [9, 'lo', column.ifDescr],
    ]);
    expect(matchNames(ports, interfaces)).toEqual(new Map([[2, port(4, 'Gi0/1', column.ifName)]]));
  });

  it('match a port that was named by its index before it got an alias', () => {
    const ports = named([[7, 'Uplink', column.ifAlias]]);
    const byIndex = port(7, 'ifIndex 7', column.ifType);
    expect(matchNames(ports, [entry(1, 'ifIndex 7')])).toEqual(new Map([[1, byIndex]]));
    // Not twice, and not a port that has a name.
    const both = matchNames(ports, [entry(1, 'ifIndex 7'), entry(2, 'Uplink')]);
    expect([...both.keys()]).toEqual([2]);
    expect(matchNames(named([[7, 'Gi0/7', column.ifName]]), [entry(1, 'ifIndex 7')]).size).toBe(0);
  });
});
