import { describe, expect, it } from 'vitest';
import type { InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import { newMemory } from '../device/device-memory.ts';
import { matchNames, needsLearning, namesKey } from './learn-indexes.ts';
import type { SnmpValue } from '../agent/value.ts';

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
const interfaces = [entry(1, 'Gi0/0'), entry(2, 'Gi0/1')];
const names = namesKey(interfaces);
const learned = {
  ...newMemory('1.2.3'),
  ports: new Map([
    [1, { index: 10, name: 'Gi0/0', narrow: new Set<number>() }],
    [2, { index: 20, name: 'Gi0/1', narrow: new Set<number>() }],
  ]),
  learnedNames: names,
  lastChange: 5,
  pollsSinceLearned: 100,
};
const onlyFirst = new Map([...learned.ports].slice(0, 1));
const calm = { restarted: false, lastChange: 5, names };

describe('the indexes of a device', () => {
  it('are learned at the first poll', () => {
    expect(needsLearning(newMemory('1.2.3'), calm)).toBe(true);
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

  it('match the port names, the lower index of two', () => {
    const name = (value: string): SnmpValue => ({ type: 'octets', value });
    const cells = new Map<number, SnmpValue>([
      [4, name('Gi0/1')],
      [7, name('Gi0/1')],
      [8, { type: 'integer', value: 1 }],
      [9, name('lo')],
    ]);
    expect(matchNames(cells, interfaces)).toEqual(
      new Map([[2, { index: 4, name: 'Gi0/1', narrow: new Set() }]]),
    );
  });
});
