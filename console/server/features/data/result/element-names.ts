import type { KeyPart } from '#schemas/data/data-result-size.ts';
import type { GroupAttribute } from '#schemas/data/key-attribute.ts';
import { deviceLabel, elementOf } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { DeletedElement, DeletedElements } from './deleted-elements.ts';

/** Elements of today and deleted ones, of which those of the customer at sites that the caller sees are named. */
export interface NamedElements {
  readonly inventory: Inventory;
  readonly deleted: DeletedElements;
  readonly customer: number;
  /** Undefined: all sites. */
  readonly seen: ReadonlySet<number> | undefined;
}

/** Above a device there is its site: no chain of parents is longer. */
const MAX_PARENTS = 4;

/** The element itself or the first of its parents that is of a kind. */
function ancestor(
  { inventory, deleted }: Pick<NamedElements, 'inventory' | 'deleted'>,
  id: number,
  kind: 'device' | 'site',
): number {
  let at = id;
  for (let level = 0; level < MAX_PARENTS; level += 1) {
    const known = elementOf(inventory, at);
    if (known !== undefined) return known[kind] ?? 0;
    const missing: DeletedElement | undefined = deleted.get(at);
    if (missing === undefined || missing.kind === kind) return missing === undefined ? 0 : at;
    at = missing.parent ?? 0;
  }
  return 0;
}

/** Keys of an earlier result are requested by the caller: what they do not see has no name. A cluster has no site. */
function isSeen({ customer, seen, ...elements }: NamedElements, id: number): boolean {
  const known = elementOf(elements.inventory, id);
  if (known !== undefined && known.customer !== customer) return false;
  if (seen === undefined || known?.site === 0) return true;
  return seen.has(known?.site ?? ancestor(elements, id, 'site'));
}

/** A part of a key with the name of its element, or the last one of a deleted element. */
export function namedPart(elements: NamedElements, attribute: GroupAttribute, id: number): KeyPart {
  if (!isSeen(elements, id)) return { attribute, id, name: null };
  const name = elementOf(elements.inventory, id)?.name ?? '';
  if (name !== '') return { attribute, id, name };
  const last = elements.deleted.get(id)?.name;
  return last === undefined || last === ''
    ? { attribute, id, name: null }
    : { attribute, id, name: last, deleted: true };
}

/** A part whose name begins with that of its device, since names of ports repeat. */
function labelledPart(elements: NamedElements, attribute: GroupAttribute, id: number): KeyPart {
  const part = namedPart(elements, attribute, id);
  const device = ancestor(elements, id, 'device');
  if (part.name === null || device === id || device === 0) return part;
  return { ...part, name: deviceLabel(namedPart(elements, 'device', device).name ?? '', part.name) };
}

/** Parts of the key of an element: itself and its parents, in the order of `attributes`, innermost last. */
export function elementParts(
  elements: NamedElements,
  attributes: readonly GroupAttribute[],
  id: number,
): KeyPart[] {
  const inner = attributes.at(-1);
  return attributes.map((attribute): KeyPart => {
    if (attribute !== inner)
      return namedPart(
        elements,
        attribute,
        ancestor(elements, id, attribute === 'device' ? 'device' : 'site'),
      );
    const isApart = attributes.includes('device') && attribute !== 'device';
    return isApart ? namedPart(elements, attribute, id) : labelledPart(elements, attribute, id);
  });
}
