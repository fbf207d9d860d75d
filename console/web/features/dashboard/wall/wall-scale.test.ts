import { describe, expect, it } from 'vitest';
import { DashboardDocument, DOCUMENT_VERSION, type WrittenDocument } from '#schemas/dashboard/document.ts';
import { wallScale } from './wall-scale.ts';
import { documentsOfWall } from './wall-search.ts';

const settings = { url: 'https://status.example.net/' };
const documentOf = (...heights: number[]): DashboardDocument =>
  DashboardDocument.parse({
    version: DOCUMENT_VERSION,
    grid: { rowHeight: 32, gap: 8 },
    dashlets: heights.map((height, id) => ({
      id: `d${String(id)}`,
      type: 'iframe',
      settings,
      place: { x: 0, y: 10 * id, width: 12, height },
    })),
  } as unknown as WrittenDocument);

describe('a wall', () => {
  it.each([
    ['fills the height of the screen', documentOf(10, 15), 992 * 1.5, 1.5],
    ['shrinks what is a little longer', documentOf(10, 15), 992 * 0.8, 0.8],
    ['keeps what is much longer readable', documentOf(10, 150), 992, 0.6],
    ['does not blow up a single line', documentOf(1), 992, 2.5],
    ['shows an empty document', documentOf(), 992, 2.5],
  ])('%s', (_what, document, height, scale) => {
    expect(wallScale(document, { width: 3_840, height })).toBeCloseTo(scale);
  });

  it('keeps the columns of a document on a narrow screen', () => {
    expect(wallScale(documentOf(1), { width: 1_440, height: 900 })).toBe(1.5);
  });

  it('shows the documents of its address, and leaves out what is none', () => {
    expect(documentsOfWall('3.7')).toEqual([3, 7]);
    expect(documentsOfWall('x.-1.4.1e99')).toEqual([4]);
    expect(documentsOfWall(undefined)).toEqual([]);
  });
});
