import { describe, expect, it } from 'vitest';
import { type ProblemCode, problemCodes, problems } from './catalogue.ts';
import { placeholdersOf, type Text } from './definition.ts';
import { Problem, problemOf, problemText } from './problem.ts';
import { warnings } from './warning.ts';

const placeholders = (text: string) => placeholdersOf(text).toSorted();

const texts: [string, Text][] = [...Object.entries(problems), ...Object.entries(warnings)];

const statuses: readonly [ProblemCode, number][] = [
  ['UNAUTHENTICATED', 401],
  ['SESSION_EXPIRED', 401],
  ['LOGIN_REFUSED', 401],
  ['FORBIDDEN', 403],
  ['CSRF_INVALID', 403],
  ['READ_ONLY', 403],
  ['NOT_FOUND', 404],
  ['CONFLICT', 409],
  ['VALIDATION', 400],
  ['PAYLOAD_TOO_LARGE', 413],
  ['UNSUPPORTED_MEDIA', 415],
  ['RATE_LIMITED', 429],
  ['SERVER_PROBLEM', 500],
  ['UNAVAILABLE', 503],
];

describe('problem catalogue', () => {
  it.each(statuses)('%s has status %d', (code, status) => {
    expect(problems[code].status).toBe(status);
  });

  it('every problem has an HTTP error status', () => {
    for (const code of problemCodes) {
      expect(problems[code].status).toBeGreaterThanOrEqual(400);
      expect(problems[code].status).toBeLessThan(600);
    }
  });

  it('codes are unique, also among warnings', () => {
    expect(new Set(texts.map(([code]) => code)).size).toBe(texts.length);
    expect(problemCodes.filter((code) => !/^[A-Z][A-Z0-9_]+$/.test(code))).toEqual([]);
  });
});

describe.each(texts)('text of %s', (_code, { en, fr }) => {
  it('has the same placeholders in both languages', () => {
    expect(placeholders(fr)).toEqual(placeholders(en));
  });

  it('follows the typography of each language', () => {
    expect(en.trim()).not.toBe('');
    expect(en).not.toMatch(/ [:;!?%]/);
    expect(`${en}${fr}`, 'typewriter apostrophe').not.toContain("'");
    expect(fr, 'breaking or missing space before a double sign').not.toMatch(
      /[^\u00A0](?!(?<=\d):\d)[:;!?%»]|«[^\u00A0]/,
    );
    expect(fr).not.toBe(en);
  });
});

describe('problem body', () => {
  it('contains code, status and the text in the language of the caller (RFC 9457)', () => {
    const body = problemOf('RATE_LIMITED', { language: 'fr', params: { seconds: 30 }, requestId: 'r-1' });
    expect(Problem.parse(body)).toEqual({
      type: 'urn:telltale:problem:rate-limited',
      title: 'Trop de requêtes. Réessayez dans 30 s.',
      status: 429,
      code: 'RATE_LIMITED',
      params: { seconds: 30 },
      requestId: 'r-1',
    });
  });

  it('every code has a body that its schema accepts', () => {
    for (const code of problemCodes) expect(Problem.safeParse(problemOf(code)).success).toBe(true);
  });

  it('lists the faults of the inputs', () => {
    const errors = [{ path: 'name', message: problemText('REQUIRED', 'en'), code: 'REQUIRED' as const }];
    expect(Problem.parse(problemOf('VALIDATION', { errors })).errors).toEqual(errors);
  });

  it('rejects a code outside the catalogue', () => {
    expect(Problem.safeParse({ ...problemOf('NOT_FOUND'), code: 'NO_SUCH_CODE' }).success).toBe(false);
  });

  it('ignores unknown members', () => {
    expect(Problem.parse({ ...problemOf('NOT_FOUND'), balance: 30 })).toEqual(problemOf('NOT_FOUND'));
  });

  it('fills parameters, and shows none of its placeholders where one is missing', () => {
    expect(problemText('UNAVAILABLE', 'en', { tier: 'ClickHouse' })).toBe(
      'Temporarily unavailable: ClickHouse does not respond.',
    );
    expect(problemText('UNAVAILABLE', 'en')).toBe('Temporarily unavailable: … does not respond.');
    expect(problemText('NETWORK_FILE_INVALID', 'en', { line: 0, path: '', fault: 'x' })).toBe('Line 0, : x');
  });

  it('group the digits of numbers by language, but not of line numbers', () => {
    const params = { values: 31_104_000, max: 27_000_000 };
    expect(problemText('COCKPIT_BACKTEST_TOO_LARGE', 'en', params)).toContain(
      '31,104,000 values, the maximum is 27,000,000',
    );
    // Narrow spaces that do not break (U+202F).
    expect(problemText('COCKPIT_BACKTEST_TOO_LARGE', 'fr', params)).toContain(
      '31\u202F104\u202F000 valeurs, le maximum est 27\u202F000\u202F000',
    );
    expect(problemText('OUT_OF_RANGE', 'en', { min: 0.000_25, max: 65_535 })).toContain('0.00025');
    expect(problemText('NETWORK_FILE_INVALID', 'fr', { line: 12_345, path: 'a', fault: 'b' })).toContain(
      '12345',
    );
  });
});
