import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from './config.ts';
import { valuesOf } from './effective-config.ts';
import { address, flagVariable, secret, textVariable, integerVariable } from './variable.ts';

const schema = z.object({
  PORT: integerVariable(1, 65_535, 8_080),
  DATABASE_URL: address(['postgres']),
  LOGIN: secret(''),
  HOST: textVariable('127.0.0.1'),
  SHARED: flagVariable(false),
});

describe('the effective configuration of a process', () => {
  const config = readConfig(schema, {
    DATABASE_URL: 'postgres://noc:hidden@127.0.0.1/x',
    PLAIN_STORES: 'true',
    LOGIN: 'hidden',
    PORT: ' 9090 ',
    HOST: '',
  });

  it('has each value with its default, and whether the environment sets it', () => {
    expect(valuesOf(config).filter(({ isSensitive }) => !isSensitive)).toEqual(
      [
        { name: 'HOST', type: 'text', value: '127.0.0.1', defaultValue: '127.0.0.1', isSet: false },
        { name: 'PORT', type: 'number', value: '9090', defaultValue: '8080', isSet: true },
        { name: 'SHARED', type: 'flag', value: 'false', defaultValue: 'false', isSet: false },
      ].map((value) => ({ ...value, isSensitive: false })),
    );
  });

  it('never has a sensitive value', () => {
    expect(JSON.stringify(valuesOf(config))).not.toContain('hidden');
    expect(
      valuesOf(config)
        .filter(({ isSensitive }) => isSensitive)
        .map(({ name, value, isSet }) => [name, value, isSet]),
    ).toEqual([
      ['DATABASE_URL', null, true],
      ['LOGIN', null, true],
    ]);
  });
});
