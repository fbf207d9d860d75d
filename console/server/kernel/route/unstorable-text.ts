interface Place {
  readonly value: unknown;
  readonly path: string;
}

const isUnstorable = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed();

const within = ({ value, path }: Place): readonly Place[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [
        { value: name, path },
        { value: inner, path: `${path}.${name}` },
      ])
    : [];

/**
 * Where a text stands that PostgreSQL takes in no column: with U+0000, or with half of a surrogate pair. Undefined: nowhere.
 * Without recursion: a body may be nested as deep as it is long.
 */
export function unstorableText(value: unknown, path: string): string | undefined {
  const left: Place[] = [{ value, path }];
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    if (typeof place.value === 'string' && isUnstorable(place.value)) return place.path;
    left.push(...within(place));
  }
  return undefined;
}
