import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { SECOND_FACTOR } from '#platform/secret/sealed-places.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { base32 } from '#server/features/account/second-factor/totp.ts';
import {
  permissionAreas,
  permissionKeys,
  type Permission,
  type PermissionKey,
} from '#schemas/permission/catalogue.ts';
import type { Database } from '#schemas/table/postgres.ts';
import {
  ensureAccount,
  unlessLookAlike,
  type AccountSketch,
  type CreatedAccount,
  type RoleSketch,
} from './accounts.ts';

const groupOf = (permission: Permission): string =>
  permissionAreas[permission.slice(0, permission.lastIndexOf('.')) as PermissionKey].group;
const ofCustomer = (permission: Permission): boolean => groupOf(permission) === 'client';
const reads = (permission: Permission): boolean => permission.endsWith('.read');

const role = (label: string, has: (permission: Permission) => boolean): RoleSketch => ({
  label,
  isAdmin: false,
  permissions: permissionKeys.filter(has),
});

/** Reads everything and handles alarms. */
const operator = role('Operator', (key) => reads(key) || ofCustomer(key));
const nightShift = role('NOC night shift', ofCustomer);
const engineer = role(
  'Service engineer',
  (key) =>
    reads(key) ||
    ofCustomer(key) ||
    /^(NETWORK\.(APPLICATION|QOS|SDWAN_MANAGER|PROVISIONING)|CUSTOMER|TEMPLATE\.COCKPIT|SETTINGS\.(AGENT|ANNOUNCEMENT|BRAND|LICENSE|LIVEWIRE|WEBHOOK)|LICENSE|POLLING|KPI)\./.test(
      key,
    ),
);
const readOnly = role('Customer read-only', (key) => ofCustomer(key) && reads(key));
const fieldEngineer = role('Field engineer North', (key) => key === 'ALERT.read' || key === 'NETWORK.read');

/** The key of a second factor has 160 bits; an authenticator application takes it in base 32. */
const SUPPORT_SECRET = Buffer.from('telltale-demo-second');

/** Accounts of the demonstration network. Their passwords are public: never create them together with real customers. */
export const demonstrationAccounts: readonly CreatedAccount[] = [
  { username: 'noc', password: 'telltale-demo-noc', about: 'operator, every customer' },
  {
    username: 'boreval',
    password: 'telltale-demo-boreval',
    about: 'user of the customer Boréval Distribution',
  },
  {
    username: 'tessandre',
    password: 'telltale-demo-tessandre',
    about: 'user of the customer Tessandre Banque',
  },
  {
    username: 'support',
    password: 'telltale-demo-support',
    about: `service engineer, every customer; second factor: ${base32(SUPPORT_SECRET)}`,
  },
];

type Person = Omit<AccountSketch, 'password' | 'about' | 'email'>;

const named: Readonly<Record<string, Person>> = {
  support: { username: 'support', firstName: 'Simon', lastName: 'Aubrac', role: engineer },
  noc: { username: 'noc', firstName: 'Noa', lastName: 'Carrel', role: operator },
  boreval: {
    username: 'boreval',
    firstName: 'Bertille',
    lastName: 'Oriol',
    role: readOnly,
    customers: ['boreval'],
  },
  tessandre: {
    username: 'tessandre',
    firstName: 'Tristan',
    lastName: 'Essarts',
    role: readOnly,
    customers: ['tessandre'],
  },
};

/** People without a public password: an administrator issues one to sign in as one of them. */
const others: readonly Person[] = [
  { username: 'ines.marchal', firstName: 'Inès', lastName: 'Marchal', role: nightShift },
  { username: 'tomas.vidal', firstName: 'Tomas', lastName: 'Vidal', role: nightShift },
  { username: 'sofia.lindqvist', firstName: 'Sofia', lastName: 'Lindqvist', role: engineer },
  {
    username: 'yann.keller',
    firstName: 'Yann',
    lastName: 'Keller',
    role: fieldEngineer,
    customers: ['boreval', 'tessandre', 'hestia'],
    region: 'North',
  },
  {
    username: 'paul.arden',
    firstName: 'Paul',
    lastName: 'Arden',
    role: readOnly,
    customers: ['quillridge'],
    isLocked: true,
  },
];

const mailOf = ({ username }: Person): string => `${username}@example.net`;

export async function ensureDemonstrationAccounts(
  db: Kysely<Database>,
  secrets: Pick<SecretBox, 'seal'>,
  say: (line: string) => void,
): Promise<void> {
  const secondFactor = secrets.seal(SUPPORT_SECRET.toString('base64url'), SECOND_FACTOR);
  const people = [
    ...demonstrationAccounts.flatMap((account) => {
      const person = named[account.username];
      const factor = account.username === 'support' ? { secondFactor } : {};
      return person === undefined ? [] : [{ ...person, ...account, ...factor }];
    }),
    ...others.map((person) => ({
      ...person,
      about: '',
      password: randomBytes(24).toString('base64url'),
    })),
  ];
  for (const person of people)
    await unlessLookAlike(say, () =>
      db.transaction().execute((tx) => ensureAccount(tx, { ...person, email: mailOf(person) })),
    );
}
