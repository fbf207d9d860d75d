import { isSameValue } from '#schemas/dashboard/difference.ts';

export type MergeSide = 'mine' | 'theirs';

/** A value in the version that both started from, and on both sides. */
export interface Three<Value> {
  readonly base: Value;
  readonly theirs: Value;
  readonly mine: Value;
}

export const three = <From, Value>(
  { base, theirs, mine }: Three<From>,
  take: (from: From) => Value,
): Three<Value> => ({
  base: take(base),
  theirs: take(theirs),
  mine: take(mine),
});

export const isCollision = ({ base, theirs, mine }: Three<unknown>): boolean =>
  !isSameValue(base, mine) && !isSameValue(base, theirs) && !isSameValue(theirs, mine);

/** What one side changed; of what both changed differently, the side that is decided for. */
export function chosen<Value>(values: Three<Value>, decide: () => MergeSide): Value {
  if (isCollision(values)) return values[decide()];
  return isSameValue(values.base, values.mine) ? values.theirs : values.mine;
}

interface Identified {
  readonly id: string;
}
export type MaybeThree<Item> = Three<Item | undefined>;

/** Ids that only the other list has are placed before what follows them there. */
function withOthers(ids: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(ids);
  return others.reduceRight<readonly string[]>((merged, id, at) => {
    if (known.has(id)) return merged;
    const next = others[at + 1];
    const place = next === undefined ? merged.length : merged.indexOf(next);
    return merged.toSpliced(place, 0, id);
  }, ids);
}

/** All ids, in the order of the side that changed the order or added some; of both, theirs first. */
function idsOf(lists: Three<readonly Identified[]>): readonly string[] {
  const ids = three(lists, (list) => list.map(({ id }) => id));
  const isTheirsFirst = !isSameValue(ids.base, ids.theirs) || isSameValue(ids.base, ids.mine);
  return isTheirsFirst ? withOthers(ids.theirs, ids.mine) : withOthers(ids.mine, ids.theirs);
}

export const mergedList = <Item extends Identified>(
  lists: Three<readonly Item[]>,
  mergeOne: (items: MaybeThree<Item>) => Item | undefined,
): Item[] =>
  idsOf(lists).flatMap((id) => {
    const item = mergeOne(three(lists, (list) => list.find((each) => each.id === id)));
    return item === undefined ? [] : [item];
  });

/** Fields of an object that are taken one by one. */
export function mergedFields<Value extends object>(values: Three<Value>, decide: () => MergeSide): Value {
  const names = new Set([...Object.keys(values.mine), ...Object.keys(values.theirs)]);
  const fields = [...names].map((name) => [
    name,
    chosen(
      three(values, (value) => (value as Readonly<Record<string, unknown>>)[name]),
      decide,
    ),
  ]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as Value;
}

/** Of an item that one side lacks: it stays deleted, or added. */
export const isChangedIn = <Value>({ base, theirs, mine }: MaybeThree<Value>): boolean =>
  base !== undefined && (theirs === undefined) !== (mine === undefined);

type TextPart = 'name' | 'description' | 'folder';

/** Both sides changed a text of a document. */
export interface TextCollision {
  readonly key: string;
  readonly is: 'text';
  readonly text: TextPart;
  readonly values: Record<MergeSide, string>;
}

type MergedContent<Document> = Readonly<Record<TextPart, string>> & { readonly document: Document };

/** Merges texts, and the document by its own merge. `choices`: the side that the user chose, by the key of the collision. */
export function mergeContents<Document, Collision extends { readonly key: string }>(
  contents: Three<MergedContent<Document>>,
  choices: ReadonlyMap<string, MergeSide>,
  mergeDocument: (
    documents: Three<Document>,
    decide: (collision: Collision | TextCollision) => MergeSide,
  ) => Document,
) {
  const collisions = new Map<string, Collision | TextCollision>();
  const decide = (collision: Collision | TextCollision): MergeSide => {
    collisions.set(collision.key, collision);
    return choices.get(collision.key) ?? 'mine';
  };
  const textOf = (text: TextPart): string => {
    const values = three(contents, (content) => content[text]);
    return chosen(values, () => decide({ key: text, is: 'text', text, values }));
  };
  const content = {
    name: textOf('name'),
    description: textOf('description'),
    folder: textOf('folder'),
    document: mergeDocument(
      three(contents, ({ document }) => document),
      decide,
    ),
  };
  return { content, collisions: [...collisions.values()] };
}
