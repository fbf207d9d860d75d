import { describe, expect, it } from 'vitest';
import type { Annotation } from '#schemas/annotation/annotation.ts';
import { CUSTOMER, annotationDraftOf, annotationFormOf, timeFaults } from './annotation-form.ts';

const timeZone = 'Europe/Paris';
const annotation = { from: 1_763_840_001, to: 1_763_850_059, text: 'works', element: 3 } as Annotation;
const start = { from: 1_763_840_001, to: null, places: [] };

describe('the form of an annotation', () => {
  it('leaves times that are not edited as they are, to the second', () => {
    const form = annotationFormOf(start, { annotation, timeZone });
    expect(annotationDraftOf(form, { timeZone, annotation })).toEqual({
      from: 1_763_840_001,
      to: 1_763_850_059,
      text: 'works',
      element: 3,
    });
    const moved = annotationDraftOf({ ...form, from: '2025-11-22T20:00' }, { timeZone, annotation });
    expect(moved.from).toBe(Date.parse('2025-11-22T19:00:00Z') / 1_000);
  });

  it('of a new one is about the first place, or the customer, at a moment', () => {
    const places = [{ element: 9, name: 'Gi0/1' }];
    const of = { annotation: undefined, timeZone };
    expect(annotationFormOf({ ...start, places }, of)).toMatchObject({ element: '9', to: '' });
    expect(annotationFormOf(start, of).element).toBe(CUSTOMER);
  });

  it.each([
    ['2025-11-22T20:00', '2025-11-22T19:59', 1],
    ['2025-11-22T20:00', '2025-11-22T20:01', 0],
    ['2025-11-22T20:00', '', 0],
  ])('from %s to %s has %d faults', (from, to, count) => {
    expect(timeFaults({ from, to }, { timeZone, language: 'en' })).toHaveLength(count);
  });
});
