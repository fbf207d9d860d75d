import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from './config.ts';
import { standard } from './standard.ts';
import { choice, flag, secret, text, wholeNumber } from './variable.ts';

const schema = z.object({
  PORT: standard.PORT,
  NATS_URL: standard.NATS_URL,
  WINDOW: wholeNumber(1, 256, 128),
});

describe('configuration', () => {
  it('has a default for what is not set', () => {
    expect(readConfig(schema, {})).toEqual({ PORT: 8080, NATS_URL: 'nats://127.0.0.1:4222', WINDOW: 128 });
  });

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig(schema, { PORT: '' }).PORT).toBe(8080);
  });

  it.for([
    [{ PORT: 'abc' }, 'PORT: expected a number from 1 to 65535, got "abc"'],
    [{ PORT: '70000' }, 'PORT: expected a number from 1 to 65535, got "70000"'],
    [{ WINDOW: '1.5' }, 'WINDOW: expected a number from 1 to 256, got "1.5"'],
    [
      { NATS_URL: 'http://user:hidden@host' },
      'NATS_URL: expected a URL that begins with nats:// or tls:// or ws:// or wss://, got another',
    ],
  ] as const)('names the variable that is wrong: %o', ([env, message]) => {
    expect(() => readConfig(schema, env)).toThrow(message);
  });

  it('names a variable that must be set', () => {
    expect(() => readConfig(z.object({ NAME: text() }), {})).toThrow(
      'NAME: expected a text, but it is not set',
    );
  });

  it('knows words for yes and no, and lists', () => {
    const words = z.object({ DEMO: flag(true), LEVEL: choice(['low', 'high'], 'low') });
    expect(readConfig(words, { DEMO: 'no', LEVEL: 'high' })).toEqual({ DEMO: false, LEVEL: 'high' });
    expect(() => readConfig(words, { LEVEL: 'middle' })).toThrow(
      'LEVEL: expected one of low, high, got "middle"',
    );
  });

  it('never repeats a secret', () => {
    expect(readConfig(z.object({ KEY: secret('') }), { KEY: 'abc' })).toEqual({ KEY: 'abc' });
  });
});
