import { describe, expect, it } from 'vitest';
import type { AuditText } from './texts/en.ts';
import { valueText } from './value-text.ts';

const text = ((key: string) => key) as AuditText;

describe('a value of a change', () => {
  it.each([
    [null, '–'],
    ['', '–'],
    [[], '–'],
    [['ALERT.read', 'KPI.read'], 'Alerting: Read, KPI library: Read'],
    [false, 'no'],
    [0, '0'],
    [{ vendor: 'Cisco', ports: [1, 2] }, 'vendor: Cisco, ports: 1, 2'],
    ['2026-11-21T14:05:00.000Z', '21 Nov 2026, 14:05'],
    ['2026-11-21', '2026-11-21'],
  ])('%j reads %s', (value, shown) => {
    expect(valueText(value, { text, language: 'en' })).toBe(shown);
  });
});
