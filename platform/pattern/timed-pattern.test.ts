import { describe, expect, it } from 'vitest';
import { firstGroups, isSlowPattern } from './timed-pattern.ts';

describe('a pattern of the settings', () => {
  it.each([
    ['', false],
    ['^10\\.1\\..*:lte$', false],
    ['bind to (\\S+)', false],
    ['^Tunnel1\\d+$', false],
    ['(a+)+$', true],
    ['(.*)*x', true],
    ['^(?:https?://(grafana|kibana)\\.example\\.net(:\\d+)?/.*)$', false],
    ['^(?:https://[a-z0-9(]+\\.example\\.net(/.*)?)$', false],
    ['^(?:https://example\\.net/(a+)+)$', true],
    ['^bound to ((\\w+\\s?)*)!$', true],
  ])('%s takes too long for some texts: %s', (pattern, expected) => {
    expect(isSlowPattern(pattern, 500)).toBe(expected);
  });

  it('gives its first group, regardless of case', () => {
    expect(firstGroups('bound to (\\S+)', ['Bound to Gi1', 'free'], 1_000)).toEqual(['Gi1', null]);
    expect(firstGroups('lte', ['10.0.0.1:LTE'], 1_000)).toEqual(['']);
  });

  it('ends in time', () => {
    expect(firstGroups('(a+)+$', [`${'a'.repeat(60)}!`], 20)).toBeUndefined();
  });
});
