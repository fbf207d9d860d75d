import { describe, expect, it } from 'vitest';
import { commandsFor, platforms, type MendedIssue } from './remedies.ts';

const issues: readonly MendedIssue[] = [
  'idle',
  'rejected',
  'sampler',
  'quarantine',
  'templates',
  'lost',
  'clock',
];

describe('what to type on an exporter', () => {
  it.each(platforms)('is known for every issue on %s, with the port of the collector', (platform) => {
    for (const issue of issues) {
      const commands = commandsFor(issue, platform, 4_739);
      expect(commands.length).toBeGreaterThan(8);
      expect(commands).not.toMatch(/<port>/);
    }
    expect(commandsFor('idle', platform, 4_739)).toContain('4739');
  });

  it('ends a running softflowd before another one starts, and enters the mode of ntp on IOS XR', () => {
    expect(commandsFor('sampler', 'softflowd', 2_055)).toBe(
      'softflowctl shutdown\nsoftflowd -i <interface> -v 9 -s 1 -n <collector>:2055',
    );
    expect(commandsFor('clock', 'ios-xr', 2_055)).toContain('ntp\n server <ntp-server>\ncommit');
  });

  it('leaves what only the network knows in angle brackets', () => {
    expect(commandsFor('clock', 'junos', 2_055)).toContain('set system ntp server <ntp-server>');
    expect(commandsFor('idle', 'mikrotik', 2_055)).toContain('dst-address=<collector> port=2055');
  });
});
