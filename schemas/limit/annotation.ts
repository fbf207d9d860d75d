/** Limits of annotations of charts. */
export const annotationLimits = {
  /** Characters of a text. */
  maxTextLength: 1_000,
  /** Annotations of a reply, the newest; the reply has the number of all. */
  maxShown: 200,
} as const;
