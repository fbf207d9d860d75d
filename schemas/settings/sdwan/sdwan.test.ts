import { describe, expect, it } from 'vitest';
import { sdwanDefaults } from '../../limit/collection.ts';
import { parseInput } from '../../problem/input-faults.ts';
import { defaultSdwanSetting, underlayOf, SdwanSetting, tlocColors } from './sdwan.ts';

const faultsOf = (change: object): readonly string[] => {
  const parsed = parseInput(SdwanSetting, { ...defaultSdwanSetting, ...change });
  return parsed.ok ? [] : parsed.faults.map(({ path, code }) => `${path} ${code}`);
};
const networks = (...all: readonly (readonly [string, readonly string[]])[]) => ({
  networkByColors: all.map(([network, colors]) => ({ network, colors })),
});

describe('the SD-WAN settings', () => {
  it('have the 22 colours of TLOCs', () => {
    expect(new Set(tlocColors).size).toBe(sdwanDefaults.tlocColors);
  });

  it.each([
    [{}, []],
    [{ tlocExclusionPattern: '(' }, ['tlocExclusionPattern REGEX_INVALID']],
    [{ cEdgeIpsecTunnelsPattern: 'a)|(b' }, ['cEdgeIpsecTunnelsPattern REGEX_INVALID']],
    [{ loopbackBindItfDescPattern: 'bind .*' }, ['loopbackBindItfDescPattern LOOPBACK_GROUP_MISSING']],
    [{ loopbackBindItfDescPattern: 'bind (?:.*)' }, ['loopbackBindItfDescPattern LOOPBACK_GROUP_MISSING']],
    [{ loopbackBindItfDescPattern: 'bind (.*)' }, []],
    // Takes years for the empty text, which must not be the way to count its groups.
    [{ tlocExclusionPattern: '(?:x??|){60}y' }, []],
    [{ defaultInternetUnderlay: ' ' }, ['defaultInternetUnderlay REQUIRED']],
    [networks(['MPLS', ['mpls']], ['mpls ', ['private1']]), ['networkByColors.1.network NETWORK_NAME_TAKEN']],
    [networks(['internet', ['lte']]), ['networkByColors.0.network NETWORK_NAME_TAKEN']],
    [networks(['A', ['mpls']], ['B', ['lte', 'mpls']]), ['networkByColors.1.colors NOT_UNIQUE']],
    [networks(['A', ['pink']]), ['networkByColors.0.colors.0 OPTION_INVALID']],
  ] as const)('%j have the faults %j', (change, faults) => {
    expect(faultsOf(change)).toEqual(faults);
  });

  it('name the network of a colour, the default one where none does', () => {
    const setting = SdwanSetting.parse({
      ...defaultSdwanSetting,
      ...networks(['MPLS', ['mpls', 'private1']]),
    });
    expect(['private1', 'lte', 'unheard-of'].map((color) => underlayOf(setting, color))).toEqual([
      'MPLS',
      'INTERNET',
      'INTERNET',
    ]);
  });
});
