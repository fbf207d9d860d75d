import { afterAll, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { Patterns } from '#platform/pattern/patterns.ts';
import type { ManagedSample } from '#platform/sdwan/sdwan-client.ts';
import type { InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import { defaultSdwanSetting } from '#schemas/settings/sdwan/sdwan.ts';
import { meantLines } from './cisco-lines.ts';

const port = (id: number, name: string, alias = ''): [number, InterfaceEntry] => [
  id,
  {
    id,
    customer: 1,
    site: 5,
    device: 9,
    active: true,
    name,
    alias,
    index: null,
    bandwidthInBps: null,
    bandwidthOutBps: null,
  },
];
const interfaces = new Map([
  port(1, 'GigabitEthernet1'),
  port(2, 'Loopback1', 'TLOC bind GigabitEthernet1'),
  port(3, 'Tunnel100001'),
  port(4, 'Loopback2', 'management'),
]);
const sampleOf = (id: number, values: ManagedSample['values']) => ({
  element: { id, customer: 1, site: 5 },
  sample: {
    kind: 'interface' as const,
    tenant: '',
    device: 'edge',
    key: interfaces.get(id)!.name,
    atMs: 1_000,
    values,
  },
});
const placed = [
  sampleOf(1, { cv_oper_up: 0, cv_bw_down: 100_000, cv_rx_kbps: 7 }),
  sampleOf(2, { cv_oper_up: 1, cv_rx_kbps: 3 }),
  sampleOf(3, { cv_oper_up: 1 }),
  sampleOf(4, { cv_oper_up: 1 }),
];
const patterns = new Patterns(systemClock);
afterAll(() => patterns.close());
const meant = async (change: object) => {
  const rules = { setting: { ...defaultSdwanSetting, ...change }, patterns };
  const lines = await meantLines(placed, { interfaces }, rules);
  return lines.map(({ element, sample }) => [element.id, sample.values]);
};

it('an interface that is an IPsec tunnel by its name is not measured as a line', async () => {
  expect((await meant({ cEdgeIpsecTunnelsPattern: '^Tunnel1\\d+$' })).map(([id]) => id)).toEqual([1, 2, 4]);
});

it('a loopback has the state and the speed of the interface that its description names', async () => {
  const [, bound, , free] = await meant({ loopbackBindItfDescPattern: 'bind (\\S+)' });
  expect(bound).toEqual([2, { cv_oper_up: 0, cv_bw_down: 100_000, cv_rx_kbps: 3 }]);
  expect(free).toEqual([4, { cv_oper_up: 1 }]);
  expect(await meant({})).toEqual(placed.map(({ element, sample }) => [element.id, sample.values]));
});
