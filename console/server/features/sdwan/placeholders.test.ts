import { expect, it } from 'vitest';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { fillPlaceholders, type PlaceholderContext } from './placeholders.ts';

const context: PlaceholderContext = {
  inventory: { customers: new Map([[1, { clientId: 'acme', name: 'Acme' }]]) } as unknown as Inventory,
  customer: 1,
  sites: undefined,
  filters: [],
  period: { from: 0, to: 3_600 },
};
const filled = (text: string) => fillPlaceholders(text, context, encodeURIComponent);

it.each([
  ['{customer.name}', 'Acme'],
  ['{CUSTOMER.clientId}', 'acme'],
  ['{period.toMs}', '3600000'],
  ['{manager.tenant}', '{manager.tenant}'],
  ['{"a":[1]}', '{"a":[1]}'],
])('%s stands for %s', (text, expected) => {
  expect(filled(text)).toEqual({ ok: true, text: expected });
});

it.each([
  ['{constructor.name}', 'SDWAN_ELEMENT_UNKNOWN'],
  ['{toString}', 'SDWAN_ELEMENT_UNKNOWN'],
  ['{customer.constructor}', 'SDWAN_ATTRIBUTE_UNKNOWN'],
  ['{period.valueOf}', 'SDWAN_ATTRIBUTE_UNKNOWN'],
  ['{customer.__proto__}', 'SDWAN_ATTRIBUTE_UNKNOWN'],
])('%s, which every object has, stands for nothing', (text, code) => {
  expect(filled(text)).toMatchObject({ ok: false, code });
});
