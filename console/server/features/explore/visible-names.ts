import { STEP_SIZE, type Steps } from '#platform/clock/steps.ts';
import type { NamedType } from '#schemas/explore/field-type.ts';
import { elementLabel } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { foldForSearch } from '#schemas/search/fold.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';

/** Types whose names are those of the inventory. */
export type InventoryType = Extract<NamedType, 'customer' | 'site' | 'exporter' | 'interface'>;

/** Customers whose flows are read, and who reads them. */
interface NameScope {
  readonly caller: Pick<Caller, 'customers' | 'sites'>;
  readonly customers: ReadonlySet<number>;
}

export interface VisibleElement {
  readonly id: number;
  readonly name: string;
  /** Its name after that of its device, by which filters name it; other elements have none. */
  readonly label: string;
}

const mapOf = (type: InventoryType, { customers, sites, devices, interfaces }: Inventory) =>
  ({ customer: customers, site: sites, exporter: devices, interface: interfaces })[type];

/** The elements of a type that the caller sees. Yields now and then: there may be hundreds of thousands. */
export function* visibleElements(
  type: InventoryType,
  inventory: Inventory,
  { caller, customers }: NameScope,
): Steps<readonly VisibleElement[]> {
  const found: VisibleElement[] = [];
  let looked = 0;
  for (const element of mapOf(type, inventory).values()) {
    looked += 1;
    if (looked % STEP_SIZE === 0) yield;
    const { id, name } = element;
    const customer = 'customer' in element ? element.customer : id;
    if (!customers.has(customer)) continue;
    const site = 'site' in element ? element.site : id;
    if (type !== 'customer' && sitesSeenBy(caller, customer)?.has(site) === false) continue;
    found.push({ id, name, label: type === 'interface' ? elementLabel(inventory, id) : name });
  }
  return found;
}

/** Whether an element is called a text, or its name contains it. */
export function isCalled({ name, label }: VisibleElement, text: string, isPart: boolean): boolean {
  const folded = foldForSearch(text);
  const names = [foldForSearch(name), foldForSearch(label)];
  return isPart ? names.some((each) => each.includes(folded)) : names.includes(folded);
}
