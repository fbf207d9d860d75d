import { describe, expect, it } from 'vitest';
import { frameSources } from './frame-sources.ts';
import { hasWildcard, IframeWhitelist } from './iframe.ts';

describe('frame-src', () => {
  it.each([
    [[], 'http: https:'],
    [['https://grafana\\.example\\.net/.*'], 'https://grafana.example.net'],
    [['^https:\\/\\/Grafana\\.example\\.net:3000\\/d\\/.*$'], 'https://grafana.example.net:3000'],
    [['https?://wiki\\.example\\.net/.*'], 'http://wiki.example.net https://wiki.example.net'],
    [['https://.*\\.example\\.net/.*'], 'https://*.example.net'],
    [['https://[a-z0-9-]+\\.example\\.net/.*'], 'https://*.example.net'],
    [['http://192\\.0\\.2\\.7/status'], 'http://192.0.2.7'],
    // Hosts that are not literal: a dot matches any character, and a name may be longer.
    [['https://grafana.example.net/.*'], 'https:'],
    [['https://grafana\\.example\\.net.*'], 'https:'],
    [['https://(a|b)\\.example\\.net/'], 'http: https:'],
    [['https://a\\.example\\.net/|.*'], 'http: https:'],
    [['.*'], 'http: https:'],
    [["https://x; script-src 'unsafe-inline'/"], 'https:'],
  ])('of %j is %s', (patterns, sources) => {
    expect(frameSources(patterns).join(' ')).toBe(sources);
  });
});

describe('a whitelist entry', () => {
  it('must be a valid regular expression', () => {
    const faults = IframeWhitelist.safeParse({ patterns: ['https://a/.*', '(', 'a)|(b'] }).error?.issues;
    expect(faults?.map(({ path, message }) => [path, message])).toEqual([
      [['patterns', 1], 'REGEX_INVALID'],
      [['patterns', 2], 'REGEX_INVALID'],
    ]);
  });

  it.each([
    ['https://a\\.net/d/1', false],
    ['https://a\\.net/.*', true],
    ['https://[^/]+/x', true],
    ['https://a\\.net/\\w+', true],
    ['https://a\\.net/\\.*', false],
  ])('%s has a wildcard: %s', (pattern, expected) => {
    expect(hasWildcard(pattern)).toBe(expected);
  });
});
