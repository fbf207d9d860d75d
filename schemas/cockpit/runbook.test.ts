import { describe, expect, it } from 'vitest';
import {
  Runbook,
  runbookPlaceholders,
  runbookRejection,
  shownRunbook,
  type RunbookValues,
} from './runbook.ts';

const values: RunbookValues = {
  'customer.name': 'Aster Retail',
  'site.name': 'Rouen',
  'device.name': 'r1',
  'element.name': 'ge-0/0/0',
  'alert.id': '3:7',
  'alert.name': 'Link & port',
  'alert.severity': 'major',
  'kpi.name': 'Utilisation',
};

describe('a runbook', () => {
  it.each([
    ['https://wiki.example/net', 'https://wiki.example/net'],
    [
      'https://wiki.example/{{element.name}}?a={{ alert.name }}',
      'https://wiki.example/ge-0%2F0%2F0?a=Link%20%26%20port',
    ],
    ['HTTP://wiki.example?s={{site.name}}#x', 'HTTP://wiki.example?s=Rouen#x'],
  ])('that is an address is a link, with encoded values: %s', (text, url) => {
    expect(runbookRejection(text)).toBeUndefined();
    expect(shownRunbook(text, values)).toEqual({ text: url, url });
  });

  it.each([
    ['Call the carrier of {{site.name}}.\nThen the site.', 'Call the carrier of Rouen.\nThen the site.'],
    ['See https://wiki.example', 'See https://wiki.example'],
    ['javascript:alert({{alert.id}})', 'javascript:alert(3:7)'],
  ])('of lines is text, never a link: %s', (text, shown) => {
    expect(runbookRejection(text)).toBeUndefined();
    expect(shownRunbook(text, values)).toEqual({ text: shown, url: null });
  });

  it('is absent while it is empty', () => expect(shownRunbook('', values)).toBeUndefined());

  it.each([
    ['Ask {{user.password}}', 'RUNBOOK_PLACEHOLDER_UNKNOWN'],
    ['Ask {{}}', 'RUNBOOK_PLACEHOLDER_UNKNOWN'],
    ['https://{{site.name}}.example/', 'RUNBOOK_INVALID'],
    ['https://wiki.example{{site.name}}/', 'RUNBOOK_INVALID'],
    ['https://ada:secret@wiki.example/', 'RUNBOOK_INVALID'],
    ['https://', 'RUNBOOK_INVALID'],
  ])('is rejected: %s', (text, code) => expect(runbookRejection(text)?.code).toBe(code));

  it('knows its placeholders, and no control characters but line ends', () => {
    const all = runbookPlaceholders.map((name) => `{{${name}}}`).join(' ');
    expect(shownRunbook(all, values)?.text).toBe(Object.values(values).join(' '));
    expect(Runbook.safeParse('one\ntwo').success).toBe(true);
    expect(Runbook.safeParse('one\u0000').success).toBe(false);
    expect(Runbook.safeParse('x'.repeat(1_001)).success).toBe(false);
  });
});
