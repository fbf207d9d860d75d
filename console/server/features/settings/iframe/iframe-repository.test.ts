import { afterAll, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { Patterns } from '#platform/pattern/patterns.ts';
import { IframeRepository } from './iframe-repository.ts';

const trial = new Patterns(systemClock);
afterAll(() => trial.close());

it('a regular expression that may take years is rejected at each of its lines, before anything is stored', async () => {
  const nothing = undefined as never;
  const whitelist = new IframeRepository({ db: nothing, clock: nothing, trial });
  const patterns = [String.raw`https://grafana\.example\.net/.*`, 'https://(a+)+', '(a+)+'];
  await expect(whitelist.update({ patterns }, nothing)).rejects.toThrow(
    expect.objectContaining({
      code: 'REGEX_SLOW',
      detail: expect.objectContaining({
        errors: [1, 2].map((at) => ({ path: `body.patterns.${String(at)}`, code: 'REGEX_SLOW' })),
      }),
    }),
  );
});
