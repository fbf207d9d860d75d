import { expect, it } from 'vitest';
import type { ComponentEntry } from '#schemas/inventory/snapshot.ts';
import { changedTargets } from './changed-targets.ts';
import { targetText } from './probe-target.ts';

const stored = (id: number, target?: string) =>
  ({ id, kind: 'probe', fields: target === undefined ? {} : { target } }) as unknown as ComponentEntry;
const learned = (id: number, target?: string) => ({
  id,
  oids: [],
  read: () => [],
  ...(target !== undefined && { target }),
});

it('targets of probes are saved when the inventory does not know them', () => {
  const polled = [
    learned(1, '192.0.2.1'),
    learned(2, '192.0.2.2'),
    learned(3, '192.0.2.3'),
    learned(4, ''),
    learned(5),
  ];
  const known = [
    stored(1),
    stored(2, '192.0.2.2'),
    stored(3, '192.0.2.9'),
    stored(4, '192.0.2.4'),
    stored(5),
  ];
  expect([...changedTargets(polled, known)]).toEqual([
    [1, '192.0.2.1'],
    [3, '192.0.2.3'],
  ]);
});

it.each([
  [{ type: 'octets', value: '', hex: 'c0000201' }, '192.0.2.1'],
  [{ type: 'octets', value: '', hex: '20010db8000000000000000000000001' }, '2001:db8::1'],
  [{ type: 'octets', value: '', hex: 'ff' }, ''],
  [{ type: 'octets', value: ' sla.example.net ' }, 'sla.example.net'],
  [{ type: 'octets', value: 'd@AB' }, '100.64.65.66'],
  [undefined, ''],
] as const)('the target %j is %j', (value, text) => {
  expect(targetText(value as Parameters<typeof targetText>[0])).toBe(text);
});
