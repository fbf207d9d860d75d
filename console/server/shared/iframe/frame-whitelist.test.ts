import { describe, expect, it } from 'vitest';
import { isFrameAllowed } from './frame-whitelist.ts';

const grafana = 'https://grafana\\.example\\.net/.*';

describe('an iframe URL', () => {
  it.each([
    [[], 'https://anything.example/', true],
    [[], 'javascript:alert(1)', false],
    [[], 'not an address', false],
    [[grafana], 'https://grafana.example.net/d/1?orgId=1', true],
    [[grafana], 'https://GRAFANA.example.net/d/1', true],
    [[grafana], 'https://evil.example/?https://grafana.example.net/d', false],
    [[grafana], 'https://grafana.example.net.evil.example/d', false],
    [[grafana], 'https://grafana.example.net@evil.example/', false],
    [['https://wiki\\.example\\.net'], 'https://wiki.example.net', true],
    [['a', grafana], 'https://grafana.example.net/', true],
  ])('with the whitelist %j: %s is allowed: %s', (patterns, url, expected) => {
    expect(isFrameAllowed(patterns, url)).toBe(expected);
  });

  it('is not allowed by an expression that takes too long', () => {
    const started = performance.now();
    expect(isFrameAllowed(['https://a/(x+x+)+y'], `https://a/${'x'.repeat(1_000)}`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
