import { expect, it } from 'vitest';
import { defaultSubnet } from '#schemas/explore/subnet.ts';
import { anInventory } from '#tests/fixtures/engine/engine-network.ts';
import { keyParts } from './key-parts.ts';

/** A site has the number of a customer: both are counted by themselves. */
const inventory = anInventory(2, 0);
const [first] = [...inventory.sites.values()];
const site = { ...first!, id: 2, customer: 1, name: 'Orléans warehouse' };
const scope = {
  inventory: { ...inventory, sites: new Map([[site.id, site]]) },
  caller: { customers: inventory.customers, sites: new Map() },
  customers: [1],
  classes: [],
  subnet: defaultSubnet,
  to: 0,
  asNames: new Map(),
};

it('names sites and customers by what they are, also where both have the same number', async () => {
  const dimensions = ['customer', 'destination-site'] as const;
  const [row] = await keyParts({} as never, scope as never, { dimensions, keys: [['2', '2']] });
  expect(row?.map(({ name, filter }) => [name, filter])).toEqual([
    ['Customer 2', '"Customer 2"'],
    ['Orléans warehouse', '"Orléans warehouse"'],
  ]);
});
