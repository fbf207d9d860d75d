import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advancedKeys, parseAdvanced } from './advanced.ts';

describe('the advanced lines of SMTP', () => {
  it('are key=value; empty lines and comments are ignored', () => {
    expect(
      parseAdvanced('# slow relay\n\nsocketTimeout = 60000\r\nrejectUnauthorized=false\nauthMethod=LOGIN\n'),
    ).toEqual({
      options: { socketTimeout: 60_000, rejectUnauthorized: false, authMethod: 'LOGIN' },
      faults: [],
    });
  });

  it.for([
    ['socketTimeout', 'SMTP_LINE_MALFORMED', { line: 1 }],
    ['\n=5', 'SMTP_LINE_MALFORMED', { line: 2 }],
    ['name=a.b\nmail.smtp.auth=true', 'SMTP_KEY_UNKNOWN', { line: 2, key: 'mail.smtp.auth' }],
    ['toString=1', 'SMTP_KEY_UNKNOWN', { line: 1, key: 'toString' }],
    ['name=a\nname=b', 'SMTP_KEY_TWICE', { line: 2, key: 'name' }],
    ['socketTimeout=5s', 'SMTP_VALUE_INVALID', { line: 1, key: 'socketTimeout' }],
    ['socketTimeout=99', 'SMTP_VALUE_INVALID', { line: 1 }],
    ['rejectUnauthorized=no', 'SMTP_VALUE_INVALID', { line: 1, expected: 'true | false' }],
    ['minVersion=SSLv3', 'SMTP_VALUE_INVALID', { line: 1 }],
    ['name=a b', 'SMTP_VALUE_INVALID', { line: 1 }],
  ] as const)('are rejected with the line number: %j', ([text, code, params]) => {
    const { faults } = parseAdvanced(text);
    expect(faults).toMatchObject([{ path: 'advanced', code, params }]);
  });

  it('that are accepted set only known keys', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { options } = parseAdvanced(text);
        for (const key of Object.keys(options)) expect(Object.keys(advancedKeys)).toContain(key);
      }),
    );
  });
});
