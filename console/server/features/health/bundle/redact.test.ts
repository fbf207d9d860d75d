import { describe, expect, it } from 'vitest';
import { redactor, secretsOfEnvironment } from './redact.ts';

/** Known secrets of an installation: a community, a password with odd characters, a short one. */
const known = new Set(['n0c-ro', 'p"ss/w rd$', 'abc']);
const { line, lines, text, value } = redactor(known);
const SESSION = 'Zk3vQ0r9TtYx1mB7aLwE5uHs2dPcFgJi8oNqRzXyKbM';

describe('what a bundle shows', () => {
  it.each([
    [
      'the password of an address',
      'connect postgres://telltale:hunter22@db:5432/telltale failed',
      'hunter22',
    ],
    ['an address of NATS with a password only', 'nats://:s3cr3t@127.0.0.1:4222', 's3cr3t'],
    ['several addresses', 'nats://a:one1@h:1,nats://b:two2@h:2', 'two2'],
    ['a bearer token', 'authorization: Bearer abcdef0123456789', 'abcdef0123456789'],
    ['a basic login', 'Authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['a web token', 'id_token eyJhbGciOiJI.eyJzdWIiOiIx.c2ln', 'eyJzdWIiOiIx'],
    ['a private key', '-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----', 'MIIEvQ'],
    [
      'a private key of OpenPGP',
      '-----BEGIN PGP PRIVATE KEY BLOCK-----\nlQOY\n-----END PGP PRIVATE KEY BLOCK-----',
      'lQOY',
    ],
    ['half of a private key', 'pem -----BEGIN RSA PRIVATE KEY-----\nMIIEvQ', 'MIIEvQ'],
    [
      'a line of a private key whose first one was cut',
      'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcw+/abc\n-----END PRIVATE KEY-----',
      'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcw',
    ],
    ['a community that is not known', 'snmp community=public7 rejected', 'public7'],
    ['a community in words', 'wrong community private9 of 192.0.2.1', 'private9'],
    ['a password in a query', 'GET /login?user=a&password=open%20sesame&x=1', 'sesame'],
    ['a password in quotes', `{password: 'two words'}`, 'two words'],
    ['the token of a session', `cookie value ${SESSION} unknown`, SESSION],
    ['a known secret in a sentence', 'agent 192.0.2.1 with n0c-ro timed out', 'n0c-ro'],
    ['a known secret with odd characters', 'login with p"ss/w rd$ failed', 'p"ss/w rd$'],
    ['a known secret as JSON has it', String.raw`body {"x":"p\"ss/w rd$"}`, String.raw`p\"ss/w rd$`],
    ['a known secret as an address has it', 'GET /?q=p%22ss%2Fw%20rd%24', 'p%22ss%2Fw%20rd%24'],
  ])('has not %s', (_, given, secret) => {
    expect(text(given)).not.toContain(secret);
    expect(line(given)).not.toContain(secret);
    expect(line(JSON.stringify({ level: 30, msg: given }))).not.toContain(
      JSON.stringify(secret).slice(1, -1),
    );
  });

  it.each([
    ['password', 'hunter2'],
    ['smtpPassword', 'hunter2'],
    ['community', 'x'],
    ['authorization', 'x y'],
    ['set-cookie', ['session=1']],
    ['api_key', 12_345],
    ['credentials', { user: 'a', pass: 'b' }],
    ['token', 'b'],
    ['privateKey', 'k'],
  ])('has no field %s of a line', (name, secret) => {
    const shown: unknown = JSON.parse(line(JSON.stringify({ msg: 'm', deep: [{ [name]: secret }] })));
    expect(shown).toEqual({ msg: 'm', deep: [{ [name]: '[removed]' }] });
  });

  it.each([
    ['a word that contains a known secret', 'the n0c-ros and xn0c-ro', 'the n0c-ros and xn0c-ro'],
    ['a known secret of three letters', 'abc of the alphabet', 'abc of the alphabet'],
    ['an identifier', 'run 7d9f4c1e-0b1a-4c2d-9e3f-1a2b3c4d5e6f', 'run 7d9f4c1e-0b1a-4c2d-9e3f-1a2b3c4d5e6f'],
    ['an address', 'https://example.net/a?b=1', 'https://example.net/a?b=1'],
  ])('has %s', (_, given, expected) => {
    expect(text(given)).toBe(expected);
  });

  it('stays JSON, with numbers and flags', () => {
    expect(value({ rows: 3, ok: true, none: null, hasPassword: true, list: ['n0c-ro'] })).toEqual({
      rows: 3,
      ok: true,
      none: null,
      hasPassword: true,
      list: ['[removed]'],
    });
  });

  it('has nothing of what is nested deeper than any line of ours', () => {
    const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => ({ inner }), { password: 'hunter2' });
    expect(line(JSON.stringify(deep))).not.toContain('hunter2');
  });

  it('has no line of a private key, and those after it', () => {
    const redact = lines();
    const log = [
      'start',
      'key -----BEGIN EC PRIVATE KEY-----',
      'MIIEvQ',
      'x==',
      '-----END EC PRIVATE KEY-----',
    ];
    const shown = [...log, 'after'].map((one) => redact(one));
    expect(shown.join(' ')).not.toMatch(/MIIEvQ|x==/);
    expect([shown[0], shown.at(-1)]).toEqual(['start', 'after']);
  });

  it('does not hang on hostile lines', () => {
    const started = performance.now();
    for (const hostile of [
      'password='.repeat(10_000),
      'a'.repeat(100_000),
      '{'.repeat(50_000),
      `//${'x'.repeat(50_000)}`,
    ])
      line(hostile);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('secrets of the environment', () => {
  it('are values of variables that are named like one, and passwords in addresses', () => {
    const secrets = secretsOfEnvironment({
      DATABASE_URL: 'postgres://u:pa%2Fss@db/telltale',
      NATS_URL: 'nats://x:first1@a:1,nats://x:second2@b:1',
      SECRETS_KEY: 'c2VjcmV0',
      PREVIOUS_SECRETS_KEYS: 'old1 old2',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20dGVsbA,x-key=abc3',
      PORT: '8080',
    });
    for (const secret of [
      'pa%2Fss',
      'pa/ss',
      'first1',
      'second2',
      'c2VjcmV0',
      'old1',
      'old2',
      'Basic dGVsbA',
      'abc3',
    ])
      expect(secrets).toContain(secret);
    expect(secrets).not.toContain('8080');
  });
});
