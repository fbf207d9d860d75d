import { inputFaultOf } from '#schemas/problem/fault.ts';
import { parseInput } from '#schemas/problem/input-faults.ts';
import { PersonNames, withInvisible } from '#schemas/user/user.ts';
import type { SamlMapping, SamlSettings } from '#schemas/settings/saml/saml.ts';

export interface DirectoryEntry {
  readonly id: number;
  readonly name: string;
}

/** Roles, profiles and customers that mappings can name. */
export interface Directory {
  readonly roles: readonly DirectoryEntry[];
  readonly profiles: readonly DirectoryEntry[];
  readonly customers: readonly (DirectoryEntry & { readonly clientId: string })[];
}

/** What is claims about a user: attributes of the assertion (with `nameID`), and the extra JSON. */
export interface IdentityClaims {
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  readonly extra: unknown;
}

export interface MappedIdentity {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly roleId: number;
  readonly profileIds: readonly number[];
  readonly customerIds: readonly number[];
  readonly allCustomers: boolean;
}

export type Mapped =
  | { readonly ok: true; readonly identity: MappedIdentity }
  | { readonly ok: false; readonly faults: readonly string[] };

/** Texts at a path such as `user.groups[0].name`. A list in the path stands for each of its entries. */
export function readTextsAt(value: unknown, path: string): readonly string[] {
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
  let found: unknown[] = [value];
  for (const key of keys)
    found = found.flatMap((each): unknown[] => {
      if (Array.isArray(each) && /^\d+$/.test(key)) return [each[Number(key)]];
      const inside: unknown[] = Array.isArray(each) ? each : [each];
      return inside.flatMap((of) => (isRecord(of) && Object.hasOwn(of, key) ? [of[key]] : []));
    });
  return found
    .flatMap((each): unknown[] => (Array.isArray(each) ? each : [each]))
    .filter((each) => ['string', 'number', 'boolean'].includes(typeof each))
    .map(String);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function valuesOf({ source, path }: SamlMapping, { attributes, extra }: IdentityClaims): readonly string[] {
  if (source === 'EXTRA') return readTextsAt(extra, path);
  return Object.hasOwn(attributes, path) ? (attributes[path] ?? []) : [];
}

/** Names that a mapping yields: the target if the expected value is present, or the values themselves without one. */
function mappedNames(mapping: SamlMapping, claims: IdentityClaims): readonly string[] {
  const values = valuesOf(mapping, claims);
  if (mapping.expected === null) return values;
  return values.includes(mapping.expected) && mapping.target !== null ? [mapping.target] : [];
}

/** Ids of the objects that the mappings name exactly, and unknown names. */
function resolveIds(
  mappings: readonly SamlMapping[],
  claims: IdentityClaims,
  {
    list,
    keyOf,
  }: {
    readonly list: readonly DirectoryEntry[];
    readonly keyOf: (item: DirectoryEntry, by: 'name' | 'id') => string;
  },
): { readonly ids: readonly number[]; readonly unknown: readonly string[] } {
  const ids = new Set<number>();
  const unknown: string[] = [];
  for (const mapping of mappings)
    for (const name of mappedNames(mapping, claims)) {
      const found = list.find((item) => keyOf(item, mapping.by) === name);
      if (found === undefined) unknown.push(name);
      else ids.add(found.id);
    }
  return { ids: [...ids], unknown };
}

const byNameOrId = ({ id, name }: DirectoryEntry, by: 'name' | 'id'): string =>
  by === 'name' ? name : String(id);

function personalFields(of: (type: SamlMapping['type']) => readonly SamlMapping[], claims: IdentityClaims) {
  const first = (type: SamlMapping['type']): string =>
    of(type)
      .flatMap((mapping) => valuesOf(mapping, claims))
      .find((value) => value.trim() !== '')
      ?.trim() ?? '';
  const [nameId = ''] = claims.attributes['nameID'] ?? [];
  return {
    username: first('USERNAME') || nameId.trim(),
    firstName: first('FIRSTNAME'),
    lastName: first('LASTNAME'),
    email: first('EMAIL'),
  };
}

/** Longer values are cut in a fault. */
const MAX_SHOWN_LENGTH = 60;

/** The rules of the user form: what they reject could not be shown, found or changed there. */
function nameFaults(person: PersonNames): readonly string[] {
  if (person.username === '') return ['no username'];
  const read = parseInput(PersonNames, person);
  if (read.ok) return [];
  return read.faults.map((fault) => {
    const { path, message } = inputFaultOf(fault, 'en');
    const value = withInvisible(person[path as keyof PersonNames]).slice(0, MAX_SHOWN_LENGTH);
    return `${path} "${value}": ${message}`;
  });
}

/** Maps the claims of the identity provider to an identity, or returns the faults for the operator. */
export function mapIdentity(
  { mappings, defaultRole }: Pick<SamlSettings, 'mappings' | 'defaultRole'>,
  claims: IdentityClaims,
  { roles, profiles, customers }: Directory,
): Mapped {
  const of = (type: SamlMapping['type']) => mappings.filter((mapping) => mapping.type === type);
  const person = personalFields(of, claims);
  const role = resolveIds(of('ROLE'), claims, { list: roles, keyOf: byNameOrId });
  const profile = resolveIds(of('PROFILE'), claims, { list: profiles, keyOf: byNameOrId });
  const clientIds = new Map(customers.map(({ id, clientId }) => [id, clientId]));
  const customer = resolveIds(of('CUSTOMER'), claims, {
    list: customers,
    keyOf: (item, by) => (by === 'name' ? item.name : (clientIds.get(item.id) ?? '')),
  });
  const allCustomers = of('ALL_CUSTOMERS').some(
    (mapping) => mapping.expected !== null && valuesOf(mapping, claims).includes(mapping.expected),
  );
  const fallback = roles.find(({ id }) => id === defaultRole)?.id;
  const roleId = role.ids[0] ?? fallback;
  const faults: string[] = [];
  const unknown = (list: readonly string[]): string =>
    list.length === 0 ? '' : ` (unknown: ${list.join(', ')})`;
  faults.push(...nameFaults(person));
  if (roleId === undefined) faults.push(`no role, and no default role${unknown(role.unknown)}`);
  if (!allCustomers && profile.ids.length + customer.ids.length === 0)
    faults.push(`no customer and no profile${unknown([...customer.unknown, ...profile.unknown])}`);
  if (roleId === undefined || faults.length > 0) return { ok: false, faults };
  return {
    ok: true,
    identity: { ...person, roleId, profileIds: profile.ids, customerIds: customer.ids, allCustomers },
  };
}
