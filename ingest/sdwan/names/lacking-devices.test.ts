import { describe, expect, it } from 'vitest';
import { rememberedDevices } from './lacking-devices.ts';
import type { CalledDevice } from './match-called.ts';

const devices = (count: number, tenant = ''): readonly CalledDevice[] =>
  Array.from({ length: count }, (_, at) => ({
    tenant,
    name: `edge-${String(at)}`,
    address: `10.0.0.${String(at)}`,
    element: at,
  }));
const before = devices(20);
const named = (list: readonly CalledDevice[]) => list.map(({ tenant, name }) => `${tenant}${name}`);

describe('the devices that a manager called by name', () => {
  it.each([
    ['all of them', 0, 20, 20],
    ['two less, a tenth', 0, 18, 18],
    ['three less', 0, 17, 20],
    ['a few', 0, 2, 20],
    ['none', 0, 0, 20],
  ])('are remembered after a reading with %s', (_what, from, to, count) => {
    expect(rememberedDevices(before.slice(from, to), before)).toHaveLength(count);
  });

  it('are forgotten at once where a manager had a few only', () => {
    expect(rememberedDevices([], before.slice(0, 2))).toEqual([]);
  });

  it('are not lacking when they have another name, or another address', () => {
    const renamed = before.map((one) => ({ ...one, name: `paris-${one.name}` }));
    const moved = before.map((one) => ({ ...one, address: one.address.replace('10.', '11.') }));
    expect(named(rememberedDevices(renamed, before))).toEqual(named(renamed));
    expect(rememberedDevices(moved, before)).toEqual(moved);
  });

  it('stay remembered where one tenant of several is lacking', () => {
    const both = [...devices(10, 'a'), ...devices(10, 'b')];
    expect(named(rememberedDevices(devices(10, 'a'), both))).toEqual(named(both));
  });
});
