import type { DataResult } from '#schemas/data/data-answer.ts';
import type { AnnotationStart } from '#web/kernel/annotation/annotation-place.ts';
import { placesOfResult } from '../../dashlets/timeline/annotation-places.ts';

/** What an annotation from the menu of a chart starts with: its end, or now where it lasts until now. */
export function annotationStart(result: DataResult | undefined, nowSeconds: number): AnnotationStart {
  const end = result?.to ?? nowSeconds;
  return { from: Math.min(end, nowSeconds), to: null, places: placesOfResult(result) };
}
