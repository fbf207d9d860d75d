import { describe, expect, it } from 'vitest';
import { failureWords } from './failure-words.ts';

const text = ((key: string, params?: Record<string, string>) =>
  params === undefined ? key : `${key} ${params['target'] ?? ''}`) as Parameters<typeof failureWords>[1];

describe('the cause of a failed delivery in words', () => {
  it.each([
    ['ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9999', 'failure-refused 127.0.0.1:9999'],
    ['ETIMEDOUT: connect ETIMEDOUT 192.0.2.7:443', 'failure-timeout 192.0.2.7:443'],
    ['ENOTFOUND: getaddrinfo ENOTFOUND hooks.example.net', 'failure-name failureTarget'],
    ['CERT_HAS_EXPIRED: certificate has expired', 'failure-certificate failureTarget'],
    ['EAUTH: Invalid login: 535', 'failure-login failureTarget'],
    ['HTTP 500 Internal Server Error', undefined],
    ['', undefined],
    ['OK', undefined],
  ])('%s', (response, words) => {
    expect(failureWords(response, text)).toBe(words);
  });
});
