import { dashletTypes, type Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { DashboardDocument } from '#schemas/dashboard/document.ts';
import type { WrittenDashlet } from './dashlet-of.ts';

/** An id that no dashlet of a document has. */
function freeId(dashlets: readonly Pick<Dashlet, 'id'>[]): string {
  const used = new Set(dashlets.map(({ id }) => id));
  for (let number = dashlets.length + 1; ; number += 1) {
    const id = `explored-${String(number)}`;
    if (!used.has(id)) return id;
  }
}

/** A document with one more dashlet, below the others. */
export function withDashlet<Document extends Pick<DashboardDocument, 'dashlets'>>(
  document: Document,
  { type, settings: written }: WrittenDashlet,
  title: string,
): Document {
  const { settings, size } = dashletTypes[type];
  const [width, height] = size;
  const { dashlets } = document;
  const y = Math.max(0, ...dashlets.map(({ place }) => place.y + place.height));
  const place = { x: 0, y, width, height };
  const added = { id: freeId(dashlets), title, place, type, settings: settings.parse(written) } as Dashlet;
  return { ...document, dashlets: [...dashlets, added] };
}
