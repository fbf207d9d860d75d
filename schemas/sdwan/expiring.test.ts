import { expect, it } from 'vitest';
import { DAY_MS } from '../time/duration.ts';
import { expiringCredentials } from './expiring.ts';

const NOW = Date.UTC(2026, 0, 10);
const at = (days: number): number => NOW + days * DAY_MS;

it.each([
  [undefined, undefined, []],
  [at(31), at(31), []],
  [at(29), undefined, ['token false']],
  [undefined, at(29), ['certificate false']],
  [at(5), at(2), ['certificate false', 'token false']],
  [at(0), at(-1), ['certificate true', 'token true']],
])(
  'of a token that expires at %s and a certificate that does at %s, %j is shown',
  (secret, certificate, shown) => {
    const known = {
      signsInWith: 'token',
      secretExpiresOn: secret === undefined ? null : new Date(secret).toISOString().slice(0, 10),
      certificateExpiresMs: certificate,
    } as const;
    const found = expiringCredentials(known, NOW).map(({ what, isOver }) => `${what} ${String(isOver)}`);
    expect(found).toEqual(shown);
  },
);
