import { describe, expect, it } from 'vitest';
import { DashboardDocument } from '#schemas/dashboard/document.ts';
import { wanDocument } from '../../testing/documents.ts';
import { rejectedPart } from './rejected-part.ts';

const { dashlets } = DashboardDocument.parse(wanDocument);

describe('what is wrong with a document that the server rejects', () => {
  it.each([
    { path: 'document.dashlets.0.settings.series.1.kpi', named: 'Busiest links · series.1.kpi' },
    { path: 'document.dashlets.2.place.width', named: 'Utilization · place.width' },
    { path: 'document.dashlets.3', named: 'Share of the links' },
    { path: 'document.dashlets.99.settings.keys', named: 'document.dashlets.99.settings.keys' },
    { path: 'document.period.from', named: 'document.period.from' },
    { path: 'name', named: 'name' },
  ])('$path is called $named', ({ path, named }) => {
    expect(rejectedPart(path, dashlets, ({ title }) => title)).toBe(named);
  });
});
