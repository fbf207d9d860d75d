import unhomoglyph from 'unhomoglyph';

/** The skeleton of UTS 39, section 4: what the text looks like. */
const skeletonOf = (text: string): string => unhomoglyph(text.normalize('NFD')).normalize('NFD');

/** The same for names that look alike in any case. Folding the case brings new look-alikes, so the skeleton is taken again. */
const lookOf = (name: string): string => skeletonOf(skeletonOf(name).toLowerCase());

/**
 * The first of some names that looks like a new one: Cyrillic `асе` like `ace`, and `pauI` like `paul`. The same name in another case is not
 * meant: it is unique by its index.
 */
export function lookAlikeAmong(name: string, others: Iterable<string>): string | undefined {
  const [look, same] = [lookOf(name), name.toLowerCase()];
  for (const other of others) if (other.toLowerCase() !== same && lookOf(other) === look) return other;
  return undefined;
}
