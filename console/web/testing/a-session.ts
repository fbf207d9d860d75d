import type { Session } from '#schemas/account/routes.ts';
import { builtModules } from '#schemas/menu/modules.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { now } from '#web/lib/clock.ts';

const names = [
  'Aster Retail',
  'Borealis Bank',
  'Cobalt Energy',
  'Delta Freight',
  'Ember Hotels',
  'Fjord Health',
  'Granite Steel',
  'Harbour Insurance',
  'Iris Media',
  'Juniper Foods',
  'Kestrel Air',
  'Lumen Schools',
];
export const customers = names.map((name, index) => ({
  id: index + 1,
  clientId: `C${String(1001 + index)}`,
  name,
}));

/** A session of an administrator. */
export const aSession = (change: Partial<Session> = {}): Session => ({
  user: {
    id: 1,
    username: 'admin',
    firstName: 'Ada',
    lastName: 'Martin',
    email: 'ada@example.net',
    language: null,
    theme: null,
    dates: null,
  },
  role: 'Administrator',
  permissions: [...permissionKeys],
  scopes: ['customer', 'cross-customer', 'admin'],
  customers,
  everyCustomer: true,
  modules: [...builtModules],
  readOnly: false,
  idleUntil: now() + 1_800_000,
  endsAt: now() + 43_200_000,
  ...change,
});
