import { expect, it, vi } from 'vitest';
import { backtestLimits } from '#schemas/limit/backtest.ts';
import { retentionsOf, startConfiguration } from './configuration.ts';

it('measures are retained as long as a backtest may look back, and today', () => {
  vi.stubEnv('RETENTION_5M_DAYS', undefined);
  try {
    expect(retentionsOf(startConfiguration())['5m']).toBe(backtestLimits.maxDays + 1);
  } finally {
    vi.unstubAllEnvs();
  }
});
