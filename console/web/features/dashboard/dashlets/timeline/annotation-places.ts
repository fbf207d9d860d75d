import type { DataResult, KeyPart } from '#schemas/data/data-result-size.ts';
import type { AnnotationPlace, AnnotationStart } from '#web/kernel/annotation/annotation-place.ts';

/** Elements that are offered at once. */
const OFFERED = 50;

/** Kinds of the inventory: applications and classes are numbers of what devices send. */
const placed: readonly string[] = [
  ...(['site', 'device', 'interface', 'probe', 'tunnel', 'sensor', 'peer', 'collector'] as const),
  ...(['area', 'cluster'] as const),
];

/** Whether an annotation can be about elements of a kind. */
export const isAnnotatable = (kind: string): boolean => placed.includes(kind);

const placeOf = ({ attribute, id, name, hidden, deleted }: KeyPart): readonly AnnotationPlace[] =>
  isAnnotatable(attribute) && id > 0 && name !== null && hidden !== true && deleted !== true
    ? [{ element: id, name }]
    : [];

/** What an annotation can be about where these keys are shown: innermost first. */
export function placesOfKeys(keys: readonly (readonly KeyPart[])[]): readonly AnnotationPlace[] {
  const found = new Map<number, AnnotationPlace>();
  for (const key of keys)
    for (const place of key.toReversed().flatMap(placeOf))
      if (!found.has(place.element)) found.set(place.element, place);
  return [...found.values()].slice(0, OFFERED);
}

/** What an annotation of a chart can be about: its elements, then what its page is about. */
export function placesOfResult(
  result: Pick<DataResult, 'rows'> | undefined,
  own: readonly AnnotationPlace[] = [],
): readonly AnnotationPlace[] {
  const shown = placesOfKeys((result?.rows ?? []).map(({ key }) => key));
  return [...shown, ...own.filter(({ element }) => !shown.some((place) => place.element === element))];
}

/** What an annotation from the menu of a chart starts with: its end, or now where it lasts until now. */
export function annotationStart(
  result: DataResult | undefined,
  nowSeconds: number,
  own: readonly AnnotationPlace[] = [],
): AnnotationStart {
  const end = result?.to ?? nowSeconds;
  return { from: Math.min(end, nowSeconds), to: null, places: placesOfResult(result, own) };
}
