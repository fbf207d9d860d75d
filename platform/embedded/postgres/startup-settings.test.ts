import { describe, expect, it } from 'vitest';
import { settingsOf } from './startup-settings.ts';

const of = (options: string): string => settingsOf(new Map([['options', options]]));

describe('the settings that a PostgreSQL client requests', () => {
  it('are those of its startup options', () => {
    expect(of('-c search_path=one,two -c statement_timeout=5s')).toBe(
      "SET search_path = 'one', 'two';SET statement_timeout = '5s';",
    );
    expect(of('--search_path=one')).toBe("SET search_path = 'one';");
    expect(settingsOf(new Map([['user', 'postgres']]))).toBe('');
  });

  it('cannot inject SQL', () => {
    expect(of("-c search_path=x';DROP\\ TABLE\\ t;--")).toBe("SET search_path = 'x'';DROP';");
    expect(of('-c a;b=1')).toBe('');
  });
});
