import { expect, it } from 'vitest';
import { receivedOf } from './agent-traffic.ts';

it('an address counts for the agent of its customer with the longest prefix', () => {
  const agents = [
    { id: 1, customer: 3, source: '10.0.0.0/8' },
    { id: 2, customer: 3, source: '10.1.2.0/24' },
    { id: 3, customer: 3, source: '2001:db8::/32' },
    { id: 4, customer: 4, source: '10.1.2.3' },
  ];
  const of = (customer: number, address: string, records: number, lastSeen: number) => ({
    customer,
    address,
    records,
    lastSeen,
  });
  const received = receivedOf(agents, [
    of(3, '10.1.2.3', 5, 20),
    of(3, '10.1.2.4', 7, 10),
    of(3, '10.9.0.1', 1, 30),
    of(3, '2001:db8::1', 2, 40),
    of(3, '192.0.2.1', 9, 50),
  ]);
  expect([...received].toSorted(([one], [other]) => one - other)).toEqual([
    [1, { records: 1, lastSeen: 30 }],
    [2, { records: 12, lastSeen: 20 }],
    [3, { records: 2, lastSeen: 40 }],
  ]);
});
