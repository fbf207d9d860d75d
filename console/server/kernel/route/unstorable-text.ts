interface PendingValue {
  readonly value: unknown;
  readonly path: string;
}

const isUnstorable = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed();

const nestedTexts = ({ value, path }: PendingValue): readonly PendingValue[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [
        { value: name, path },
        { value: inner, path: `${path}.${name}` },
      ])
    : [];

/**
 * Path of the first text that PostgreSQL cannot store: with U+0000, or with half of a surrogate pair. Undefined when there is none.
 * Iterative, because a body may be nested as deep as it is long.
 */
export function unstorableText(value: unknown, path: string): string | undefined {
  const left: PendingValue[] = [{ value, path }];
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    if (typeof place.value === 'string' && isUnstorable(place.value)) return place.path;
    left.push(...nestedTexts(place));
  }
  return undefined;
}
