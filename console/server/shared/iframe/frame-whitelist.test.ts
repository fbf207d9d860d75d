import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { Patterns } from '#platform/pattern/patterns.ts';
import { areFramesAllowed } from './frame-whitelist.ts';

const matching = new Patterns(systemClock);
afterAll(() => matching.close());

const grafana = 'https://grafana\\.example\\.net/.*';

describe('an iframe URL', () => {
  it.each([
    [[], 'https://anything.example/', true],
    [[], 'javascript:alert(1)', false],
    [[], 'not an address', false],
    [[grafana], 'not an address', false],
    [[grafana], 'https://grafana.example.net/d/1?orgId=1', true],
    [[grafana], 'https://GRAFANA.example.net/d/1', true],
    [[grafana], 'https://evil.example/?https://grafana.example.net/d', false],
    [[grafana], 'https://grafana.example.net.evil.example/d', false],
    [[grafana], 'https://grafana.example.net@evil.example/', false],
    [['https://wiki\\.example\\.net'], 'https://wiki.example.net', true],
    [['a', grafana], 'https://grafana.example.net/', true],
  ])('with the whitelist %j: %s is allowed: %s', async (patterns, url, expected) => {
    expect(await areFramesAllowed(matching, patterns, [url])).toEqual([expected]);
  });

  it('is not allowed by an expression that takes too long, and others are', async () => {
    const patterns = ['https://a/(x+x+)+y', grafana];
    const urls = [`https://a/${'x'.repeat(1_000)}`, 'https://grafana.example.net/d/1'];
    expect(await areFramesAllowed(matching, patterns, urls)).toEqual([false, true]);
  });
});
