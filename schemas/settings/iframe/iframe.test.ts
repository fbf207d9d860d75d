import { describe, expect, it } from 'vitest';
import { frameSources } from './frame-sources.ts';
import { hasWildcard, IframeWhitelist, IframeWhitelistDraft } from './iframe.ts';

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
    'javascript:.*',
    'ftp://a\\.net/.*',
    '^data:.*',
    'grafana\\.example\\.net/.*',
    'localhost:3000/.*',
    '//a\\.net/.*',
  ])('is rejected when it is saved if no http or https address can match: %s', (pattern) => {
    const faults = IframeWhitelistDraft.safeParse({ patterns: [pattern] }).error?.issues;
    expect(faults?.map(({ path, message }) => [path, message])).toEqual([
      [['patterns', 0], 'FRAME_PATTERN_SCHEME'],
    ]);
    // One that is stored stays readable.
    expect(IframeWhitelist.safeParse({ patterns: [pattern] }).success).toBe(true);
  });

  it.each([
    '',
    '.*',
    'http.*',
    'HTTPS://a\\.net/',
    '^https?:\\/\\/a',
    'h.*',
    '(http|ftp)://.*',
    'ftp://a|https://a',
    '[hf]t+ps?://.*',
    'https{0,1}://a',
    '\\w+://a',
    'g?https://a',
  ])('is saved where an address may match: %s', (pattern) => {
    expect(IframeWhitelistDraft.safeParse({ patterns: [pattern] }).success).toBe(true);
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
