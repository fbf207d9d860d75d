import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeSegment, endpointParts } from './endpoint-path.ts';
import { nuageEndpoints } from './nuage/nuage-endpoints.ts';
import { endpointPath } from './endpoint-rules.ts';
import { vmanageEndpoints } from './vmanage/vmanage-endpoints.ts';

/** A strict server: divides the path as it is sent, then decodes each segment once. */
const strict = (path: string): string[] => path.slice(1).split('/').map(decodeURIComponent);

const decodeAll = (text: string): string => {
  const decoded = text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (part) => {
    const bytes = Buffer.from(part.replaceAll('%', ''), 'hex');
    return bytes.toString('utf8');
  });
  return decoded === text ? text : decodeAll(decoded);
};

/** A lenient server, such as old servlet containers behind a gateway: decodes until nothing changes, folds similar characters, cuts parameters, resolves dots. */
function lenient(path: string): string[] {
  const plain = decodeAll(path).normalize('NFKC').replaceAll('\\', '/');
  const segments: string[] = [];
  for (const part of plain.split('/')) {
    const [name = ''] = part.split(';');
    if (name === '..') segments.pop();
    else if (name !== '' && name !== '.') segments.push(name);
  }
  return segments;
}

const folded = (text: string): string => text.normalize('NFKC');

const pieces = fc.constantFrom(
  '/',
  '//',
  '.',
  '..',
  ';',
  '..;',
  ';x=1',
  '%2e',
  '%2E%2e',
  '%252e',
  '%2f',
  '%5c',
  '\\',
  '%3b',
  '%63lient',
  'client',
  'CLIENT',
  'token',
  'device',
  'admin',
  'enterprises',
  'own',
  'other',
  'nsgateways',
  'users',
  '%75sers',
  '%c0%ae',
  '．．',
  '／',
  '%EF%BC%8E',
  '%E2%80%A5',
  '\u0000',
  '%00',
  '#',
  '?',
  '%20',
  'é',
  '%C3%A9',
);

const accepted = (path: string, rule: Parameters<typeof endpointPath>[1]): string | undefined => {
  try {
    return endpointPath(path, rule);
  } catch {
    return undefined;
  }
};

describe('an endpoint', () => {
  it.each([
    ['/dataservice/%63lient/token'],
    ['/dataservice/client;x=1/token'],
    ['/dataservice/settings%3b/x'],
    ['/dataservice/x/..;/client/token'],
    ['/dataservice/%252e%252e/x'],
    ['/dataservice/..%2f..%2fx'],
    ['/dataservice//device'],
    ['/dataservice/./device'],
    ['/dataservice/device\\x'],
    ['/dataservice/device#x'],
    ['/dataservice/．．/x'],
    ['/dataservice/%c3%a9'],
    ['/dataservice/%C0%AE'],
    ['/dataservice/device?_method=DELETE'],
    ['/dataservice/device?a=1&X-HTTP-Method-Override=PUT'],
    ['/dataservice/device?%5Fmethod=PUT'],
    ['dataservice/device'],
  ])('that servers read differently is none: %s', (path) => {
    expect(endpointParts(path)).toBeUndefined();
  });

  it('has the segments and the query that were written', () => {
    expect(endpointParts('/dataservice/device/counters?deviceId=10.0.0.1&query={"a":[1]}')).toEqual({
      path: '/dataservice/device/counters',
      segments: ['dataservice', 'device', 'counters'],
      query: '?deviceId=10.0.0.1&query={"a":[1]}',
    });
  });

  it('that is sent is the same for a strict and a lenient server, and within what is allowed', () => {
    const rules = [vmanageEndpoints('own'), nuageEndpoints('own'), nuageEndpoints('')];
    const starts = ['/dataservice/device', '/nuage/api/v6/enterprises/own', '/nuage/api/v6', '/dataservice'];
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.array(pieces, { maxLength: 8 }), (start, more) => {
        for (const rule of rules) {
          const sent = accepted(`${start}${more.join('')}`, rule);
          if (sent === undefined) continue;
          const path = sent.replace(/\?.*$/su, '').replace(/\/$/, '');
          expect(lenient(path)).toEqual(strict(path).map(folded));
          expect(rule.allows(lenient(path))).toBe(true);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('stays within its segment whatever a placeholder is filled with, or is not sent', () => {
    const rule = vmanageEndpoints('own');
    const value = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.array(pieces).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(value, (text) => {
        const sent = accepted(`/dataservice/device/${encodeSegment(text.toWellFormed())}/counters`, rule);
        if (sent === undefined) return;
        expect(lenient(sent)).toHaveLength(4);
        expect(strict(sent)[2]).toBe(text);
      }),
      { numRuns: 3_000 },
    );
  });

  it('takes the names of French sites', () => {
    const sent = endpointPath(
      `/dataservice/device/${encodeSegment('Orléans (entrepôt n° 2)')}`,
      vmanageEndpoints(''),
    );
    expect(sent).toBe('/dataservice/device/Orl%C3%A9ans%20%28entrep%C3%B4t%20n%C2%B0%202%29');
  });
});
