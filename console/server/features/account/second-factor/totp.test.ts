import { describe, expect, it } from 'vitest';
import { base32, totpCode, enrolmentUri, totpStepAt, matchTotpStep } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

describe('the code of a time', () => {
  // RFC 6238, appendix B, the rows of SHA-1.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('%i s is %s', (seconds, code) => {
    expect(totpCode(secret, totpStepAt(new Date(seconds * 1_000)), 8)).toBe(code);
  });
  // RFC 4226, appendix D.
  it.each([
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ])('is one of the codes of RFC 4226: %s', (code) => {
    expect(Array.from({ length: 10 }, (_, step) => totpCode(secret, step))).toContain(code);
  });
});

describe('a code', () => {
  const now = new Date(1_234_567_890_000);
  it('is accepted one step early or late, with spaces as applications show it', () => {
    for (const by of [-1, 0, 1]) {
      const code = totpCode(secret, totpStepAt(now) + by);
      expect(matchTotpStep(secret, `${code.slice(0, 3)} ${code.slice(3)}`, now)).toBe(totpStepAt(now) + by);
    }
  });
  it('is rejected two steps off', () => {
    expect(matchTotpStep(secret, totpCode(secret, totpStepAt(now) + 2), now)).toBeUndefined();
    expect(matchTotpStep(secret, totpCode(secret, totpStepAt(now) - 2), now)).toBeUndefined();
  });
});

// RFC 4648, section 10.
it.each([
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base 32 of %j is %s', (text, expected) => {
  expect(base32(Buffer.from(text))).toBe(expected);
});

it('the QR code contains issuer, user and secret', () => {
  expect(enrolmentUri('MZXW6', 'zoé@example.net')).toBe(
    'otpauth://totp/Telltale:zo%C3%A9%40example.net?issuer=Telltale&secret=MZXW6&algorithm=SHA1&digits=6&period=30',
  );
});
