interface PendingValue {
  readonly value: object;
  readonly name: string;
  readonly parent: PendingValue | undefined;
}

const isUnstorable = (value: unknown): boolean =>
  typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed());

function pathOf(place: PendingValue | undefined, last?: string): string {
  const names = last === undefined ? [] : [last];
  for (let one = place; one !== undefined; one = one.parent) names.push(one.name);
  return names.toReversed().join('.');
}

/**
 * Path of the first text that PostgreSQL cannot store: with U+0000, or with half of a surrogate pair. Undefined when there is none.
 * Iterative, because a body may be nested as deep as it is long, and without a path for every value of a million.
 */
export function unstorableText(value: unknown, path: string): string | undefined {
  if (isUnstorable(value)) return path;
  const left: PendingValue[] = [];
  const add = (inner: unknown, name: string, parent?: PendingValue): void => {
    if (typeof inner === 'object' && inner !== null) left.push({ value: inner, name, parent });
  };
  add(value, path);
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    const isList = Array.isArray(place.value);
    for (const name in place.value) {
      if (!isList && isUnstorable(name)) return pathOf(place);
      const inner: unknown = Reflect.get(place.value, name);
      if (isUnstorable(inner)) return pathOf(place, name);
      add(inner, name, place);
    }
  }
  return undefined;
}
