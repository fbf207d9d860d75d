import { expect, it } from 'vitest';
import { IframeRepository } from './iframe-repository.ts';

it('a regular expression that may take years is rejected at its line, before anything is stored', () => {
  const nothing = undefined as never;
  const whitelist = new IframeRepository({ db: nothing, clock: nothing });
  const patterns = [String.raw`https://grafana\.example\.net/.*`, 'https://(a+)+', '(a+)+'];
  expect(() => whitelist.update({ patterns }, nothing)).toThrow(
    expect.objectContaining({
      code: 'REGEX_SLOW',
      detail: expect.objectContaining({ errors: [{ path: 'body.patterns.1', code: 'REGEX_SLOW' }] }),
    }),
  );
});
