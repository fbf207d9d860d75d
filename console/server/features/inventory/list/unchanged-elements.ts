import { forEachIndex, type Steps } from '#platform/clock/steps.ts';
import type { Listed } from './listed-elements.ts';

function hasSameProperties({ properties: mine }: Listed, { properties: theirs }: Listed): boolean {
  for (const name in mine) if (mine[name] !== theirs[name]) return false;
  for (const name in theirs) if (!(name in mine)) return false;
  return true;
}

const isSame = (one: Listed, other: Listed): boolean =>
  one.customer === other.customer &&
  one.active === other.active &&
  one.name === other.name &&
  one.site === other.site &&
  one.device === other.device &&
  one.classOfService?.position === other.classOfService?.position &&
  hasSameProperties(one, other);

/** For each element its place among those before a change of the inventory; -1: it was not there, or differs. */
export function* placesBefore(all: readonly Listed[], before: readonly Listed[]): Steps<Int32Array> {
  const places = new Int32Array(all.length).fill(-1);
  let byId: ReadonlyMap<number, number> | undefined;
  let next = 0;
  yield* forEachIndex(all.length, (place) => {
    const element = all[place];
    if (element === undefined) return;
    // Both are in the same order but for what was added or removed.
    if (before[next]?.id !== element.id) {
      byId ??= new Map(before.map(({ id }, at) => [id, at]));
      const found = byId.get(element.id);
      if (found === undefined) return;
      next = found;
    }
    const other = before[next];
    if (other !== undefined && isSame(element, other)) places[place] = next;
    next += 1;
  });
  return places;
}
