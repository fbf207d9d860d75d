import { expect, it } from 'vitest';
import { DataRequest } from '../data/data-request.ts';
import { isRequestOf } from './document-read-guard.ts';
import { requestsOf } from './document-requests.ts';
import { DashboardDocument, DOCUMENT_VERSION } from './document.ts';

const place = { x: 0, y: 0, width: 12, height: 8 };
const context = { period: { from: 0, to: 86_400 }, timeZone: 'UTC' };

it.each([
  ['has those of the document', { working: '1h', display: '1d' }, {}, '1h 1d'],
  ['has its own', { working: '1h', display: '1d' }, { working: '5m', display: '1h' }, '5m 1h'],
  [
    'that computes days shows days, where the document shows hours',
    { display: '1h' },
    { working: '1d' },
    '1d 1d',
  ],
  [
    'that shows 5 minutes computes them, where the document computes hours',
    { working: '1h' },
    { display: '5m' },
    '5m 5m',
  ],
  ['that computes hours may show the weeks of the document', { display: '1w' }, { working: '1h' }, '1h 1w'],
  ['is computed and shown by the period without any', {}, {}, 'undefined undefined'],
])('a dashlet %s', (_, ofDocument, own, expected) => {
  const document = DashboardDocument.parse({
    version: DOCUMENT_VERSION,
    ...ofDocument,
    dashlets: [
      {
        id: 'one',
        type: 'timeline',
        title: '',
        place,
        settings: { series: [{ kpi: 'itf_in_bps' }], ...own },
      },
    ],
  });
  const [requested] = requestsOf(document, context);
  const request =
    requested !== undefined && 'request' in requested ? requested.request : expect.fail('no request');
  expect(`${String(request.working)} ${String(request.display)}`).toBe(expected);
  expect(isRequestOf(document, DataRequest.parse(request))).toBe(true);
});
