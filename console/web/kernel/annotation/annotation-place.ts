/** What an annotation can be about: the customer, or an element. */
export interface AnnotationPlace {
  readonly element: number;
  readonly name: string;
}

/** What a new annotation starts with. */
export interface AnnotationStart {
  /** Seconds since 1970. */
  readonly from: number;
  readonly to: number | null;
  /** The first one is proposed; none: the customer. */
  readonly places: readonly AnnotationPlace[];
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Annotations that overlap a span, seconds since 1970. */
export const annotationsWithin = <One extends { readonly from: number; readonly to: number | null }>(
  annotations: readonly One[],
  { from, to }: Span,
): readonly One[] => annotations.filter((each) => each.from < to && (each.to ?? each.from) >= from);
