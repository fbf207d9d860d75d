import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AlarmMail } from '../settings/mail/alarm-mail.ts';
import { parseInput } from './input-faults.ts';
import { problemText } from './problem.ts';

const codesOf = (schema: z.ZodType, value: unknown) => {
  const parsed = parseInput(schema, value);
  return parsed.ok ? [] : parsed.faults.map(({ path, code }) => [path, code]);
};

describe('a list of addresses', () => {
  it('names the one that is no e-mail address', () => {
    const parsed = parseInput(AlarmMail.pick({ recipients: true }), {
      recipients: ['noc@example.net', 'noc@'],
    });
    expect(parsed).toEqual({
      ok: false,
      faults: [{ path: 'recipients.1', code: 'RECIPIENT_INVALID', params: { address: 'noc@' } }],
    });
  });
});

describe('a value that fits none of several alternatives', () => {
  const shapes = z.union([
    z.strictObject({ kind: z.literal('point'), at: z.number() }),
    z.strictObject({ kind: z.literal('line'), from: z.number(), to: z.number() }),
  ]);

  it('has the faults of the alternative that it resembles most', () => {
    expect(codesOf(shapes, { kind: 'line', from: 'a', to: 'b' })).toEqual([
      ['from', 'TYPE_INVALID'],
      ['to', 'TYPE_INVALID'],
    ]);
  });

  it('has the code that the contract names for all of them', () => {
    const address = z.union([z.ipv4(), z.ipv6()], { error: 'IP_ADDRESS_INVALID' });
    expect(codesOf(z.object({ address }), { address: 'nowhere' })).toEqual([
      ['address', 'IP_ADDRESS_INVALID'],
    ]);
  });

  it.each([
    [undefined, 'REQUIRED', undefined],
    [5, 'TYPE_INVALID', { expected: 'string' }],
    ['31/01/2027', 'FORMAT_INVALID', { format: 'YYYY-MM-DD' }],
  ] as const)('names no code for %j whose text it cannot fill', (given, code, params) => {
    const parsed = parseInput(z.strictObject({ day: z.iso.date('FORMAT_INVALID') }), { day: given });
    const [fault] = parsed.ok ? [] : parsed.faults;
    expect([fault?.code, fault?.params]).toEqual([code, params]);
    for (const language of ['en', 'fr'] as const)
      expect(problemText(fault!.code, language, fault!.params)).not.toMatch(/\{\{|…/);
  });
});
