import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { Patterns } from '#platform/pattern/patterns.ts';
import { defaultSdwanSetting, type SdwanSetting } from '#schemas/settings/sdwan/sdwan.ts';
import { meantNetwork, tlocsOf } from './cisco-rules.ts';

const tunnel = (key: string) => {
  const [, localColor = '', remoteColor = ''] = /:(.+)-[^:]+:(.+)$/.exec(key) ?? [];
  return { tenant: '', device: 'edge', key, fields: { remote: 'hub', localColor, remoteColor } };
};
const keys = [
  '10.0.0.1:metro-ethernet-10.0.0.9:mpls',
  '10.0.0.2:lte-10.0.0.9:lte',
  '10.0.0.3:biz-internet-10.0.0.9:public-internet',
];
const network = { devices: [], interfaces: [], tunnels: keys.map(tunnel) };
const patterns = new Patterns(systemClock);
afterAll(() => patterns.close());
const rules = (change: Partial<SdwanSetting>) => ({
  setting: { ...defaultSdwanSetting, ...change },
  patterns,
});

describe('a tunnel of Cisco SD-WAN', () => {
  it('has two ends, whose colours may have hyphens', () => {
    expect(tlocsOf(keys[0]!)).toEqual(['10.0.0.1:metro-ethernet', '10.0.0.9:mpls']);
    expect(tlocsOf('tunnel 7')).toEqual([]);
  });

  it.each([
    [':LTE$', [keys[0], keys[2]]],
    ['^10\\.0\\.0\\.3:', [keys[0], keys[1]]],
    ['', keys],
    ['(a+)+$', keys],
  ])('is left out when an end matches %s', async (tlocExclusionPattern, left) => {
    const { tunnels } = await meantNetwork(network, 'vmanage', rules({ tlocExclusionPattern }));
    expect(tunnels.map(({ key }) => key)).toEqual(left);
  });

  it('is named after the networks of the colours of its ends', async () => {
    const networkByColors = [{ network: 'MPLS', colors: ['mpls' as const, 'metro-ethernet' as const] }];
    const { tunnels } = await meantNetwork(network, 'vmanage', rules({ networkByColors }));
    const names = tunnels.map(({ fields }) => [fields['network'], fields['remoteNetwork']]);
    expect(names).toEqual([
      ['MPLS', 'MPLS'],
      ['INTERNET', 'INTERNET'],
      ['INTERNET', 'INTERNET'],
    ]);
    expect(await meantNetwork(network, 'nuage', rules({ networkByColors }))).toBe(network);
  });
});
