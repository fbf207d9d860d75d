import { expect, it } from 'vitest';
import { dashletTypeNames } from '#schemas/dashboard/dashlets.ts';
import { requestsOf } from '#schemas/dashboard/document-requests.ts';
import { galleryDocument, galleryTypes } from '../gallery/gallery-dashlets.ts';
import { plain, sampleResult, thousandRows } from '../gallery/sample-result.ts';
import { drawnRows } from './chart-rows.ts';

it('a chart draws as many rows as can be distinguished; a table and a pie have all of them', () => {
  const context = { period: { from: 0, to: 86_400 }, timeZone: 'UTC' };
  const [requested] = requestsOf(galleryDocument('bar', ''), context);
  const request =
    requested !== undefined && 'request' in requested ? requested.request : expect.fail('no request');
  const many = sampleResult(request, thousandRows);
  const drawn = dashletTypeNames
    .filter((type) => galleryTypes.includes(type))
    .map((type) => [type, drawnRows(type, many)?.rows.length]);
  expect(Object.fromEntries(drawn)).toEqual({
    pie: 1_000,
    table: 1_000,
    bar: 200,
    timeline: 60,
    sparkline: 200,
    gauge: 60,
    figure: 60,
    states: 200,
    hours: 1_000,
    service: 200,
  });
  const few = sampleResult(request, plain);
  expect(drawnRows('bar', few)).toBe(few);
  expect(drawnRows('bar', undefined)).toBeUndefined();
});
