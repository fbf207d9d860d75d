import type { SettingFault } from '../setting-fault.ts';

interface AdvancedKey<Value> {
  /** As shown in messages. */
  readonly expected: string;
  readonly read: (text: string) => Value | undefined;
}

const milliseconds: AdvancedKey<number> = {
  expected: 'milliseconds, 100–600000',
  read(text) {
    const value = Number(text);
    return /^\d+$/.test(text) && value >= 100 && value <= 600_000 ? value : undefined;
  },
};
const yesOrNo: AdvancedKey<boolean> = {
  expected: 'true | false',
  read: (text) => ({ true: true, false: false })[text],
};
const hostName: AdvancedKey<string> = {
  expected: 'host.name',
  read: (text) => (/^[A-Za-z0-9]([A-Za-z0-9.-]{0,253}[A-Za-z0-9])?$/.test(text) ? text : undefined),
};
const choice = <const Value extends string>(...values: readonly Value[]): AdvancedKey<Value> => ({
  expected: values.join(' | '),
  read: (text) => values.find((value) => value === text),
});

/** Keys of advanced lines. */
export const advancedKeys = {
  connectionTimeout: milliseconds,
  greetingTimeout: milliseconds,
  socketTimeout: milliseconds,
  /** Host name in EHLO. */
  name: hostName,
  authMethod: choice('PLAIN', 'LOGIN', 'CRAM-MD5'),
  /** Expected name in the certificate, if it differs from the host. */
  servername: hostName,
  /** `false`: accept any certificate. */
  rejectUnauthorized: yesOrNo,
  minVersion: choice('TLSv1.2', 'TLSv1.3'),
} as const satisfies Record<string, AdvancedKey<unknown>>;

type Keys = typeof advancedKeys;
export type SmtpAdvanced = { -readonly [Key in keyof Keys]?: NonNullable<ReturnType<Keys[Key]['read']>> };

const isKey = (key: string): key is keyof Keys => Object.hasOwn(advancedKeys, key);
const known = Object.keys(advancedKeys).join(', ');

type Line =
  | { readonly is: 'empty' }
  | { readonly is: 'set'; readonly key: keyof Keys; readonly value: unknown }
  | { readonly is: 'fault'; readonly code: SettingFault['code']; readonly params: Record<string, string> };

function readLine(text: string): Line {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.startsWith('#')) return { is: 'empty' };
  const [, key = '', given = ''] = /^([^=\s]+)\s*=\s*(.*)$/.exec(trimmed) ?? [];
  if (key === '') return { is: 'fault', code: 'SMTP_LINE_MALFORMED', params: {} };
  if (!isKey(key)) return { is: 'fault', code: 'SMTP_KEY_UNKNOWN', params: { key, known } };
  const { read, expected } = advancedKeys[key];
  const value = read(given);
  return value === undefined
    ? { is: 'fault', code: 'SMTP_VALUE_INVALID', params: { key, expected } }
    : { is: 'set', key, value };
}

/** Parses advanced lines; empty lines and lines starting with `#` are ignored. Faults name the line, from 1. */
export function parseAdvanced(text: string): {
  readonly options: SmtpAdvanced;
  readonly faults: readonly SettingFault[];
} {
  const options: Record<string, unknown> = {};
  const faults: SettingFault[] = [];
  for (const [index, one] of text.split('\n').entries()) {
    const line = readLine(one);
    const fault = (code: SettingFault['code'], params: Record<string, string>): void => {
      faults.push({ path: 'advanced', code, params: { line: index + 1, ...params } });
    };
    if (line.is === 'fault') fault(line.code, line.params);
    if (line.is !== 'set') continue;
    if (Object.hasOwn(options, line.key)) fault('SMTP_KEY_TWICE', { key: line.key });
    else options[line.key] = line.value;
  }
  return { options, faults };
}
