import { inputFaultOf } from '#schemas/problem/fault.ts';
import { parseInput } from '#schemas/problem/input-faults.ts';
import { PersonNames, withInvisible } from '#schemas/user/user.ts';
import { evenText } from '#schemas/text/line.ts';
import {
  listedProperties,
  valueSeparators,
  type IdentityMapping,
  type IdentityMappings,
} from '#schemas/settings/identity/mapping.ts';

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

/** What a provider states about a user. */
export interface IdentityClaims {
  /** Texts at the source and path of a mapping. */
  readonly textsAt: (mapping: Pick<IdentityMapping, 'source' | 'path'>) => readonly string[];
  /** The username unless a mapping names another one. */
  readonly username: string;
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const keysOf = (value: unknown, path: string): readonly string[] =>
  // Claims of other parties are named by URLs, with dots (OpenID Connect Core 1.0, 5.1.2).
  isRecord(value) && Object.hasOwn(value, path) ? [path] : path.split(/[.[\]]+/).filter((key) => key !== '');

/**
 * Texts at a path such as `user.groups[0].name`, or at the name that equals the whole path. A list in the path stands for each of its
 * entries.
 */
export function readTextsAt(value: unknown, path: string): readonly string[] {
  let found: unknown[] = [value];
  for (const key of keysOf(value, path))
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

/** One value, or the entries of a list in it. */
function separated(value: string, { type, separator }: IdentityMapping): readonly string[] {
  if (separator === null || !listedProperties.includes(type)) return [value];
  return value.split(separator === 'SPACE' ? /\s+/u : valueSeparators[separator]);
}

/** Values of a mapping without the white space around them, which providers add where they indent. */
const valuesOf = (mapping: IdentityMapping, { textsAt }: IdentityClaims): readonly string[] =>
  textsAt(mapping)
    .flatMap((text) => separated(text, mapping))
    .map((text) => text.trim().normalize('NFC'))
    .filter((text) => text !== '');

/** The same as they look, to be compared: names of persons stay as they are, and are rejected for what does not show. */
const evenValuesOf = (mapping: IdentityMapping, claims: IdentityClaims): readonly string[] =>
  valuesOf(mapping, claims).map(evenText);

/** Names that a mapping yields: the target if the expected value is present, or the values themselves without one. */
function mappedNames(mapping: IdentityMapping, claims: IdentityClaims): readonly string[] {
  const values = evenValuesOf(mapping, claims);
  if (mapping.expected === null) return values;
  return values.includes(evenText(mapping.expected)) && mapping.target !== null
    ? [evenText(mapping.target)]
    : [];
}

/** Ids of the objects that the mappings name exactly, and unknown names. */
function resolveIds(
  mappings: readonly IdentityMapping[],
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
      const found = list.find((item) => evenText(keyOf(item, mapping.by)) === name);
      if (found === undefined) unknown.push(name);
      else ids.add(found.id);
    }
  return { ids: [...ids], unknown };
}

const byNameOrId = ({ id, name }: DirectoryEntry, by: 'name' | 'id'): string =>
  by === 'name' ? name : String(id);

function personalFields(
  of: (type: IdentityMapping['type']) => readonly IdentityMapping[],
  claims: IdentityClaims,
) {
  const first = (type: IdentityMapping['type']): string =>
    of(type).flatMap((mapping) => valuesOf(mapping, claims))[0] ?? '';
  return {
    username: first('USERNAME') || claims.username.trim().normalize('NFC'),
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
  { mappings, defaultRole }: IdentityMappings,
  claims: IdentityClaims,
  { roles, profiles, customers }: Directory,
): Mapped {
  const of = (type: IdentityMapping['type']) => mappings.filter((mapping) => mapping.type === type);
  const person = personalFields(of, claims);
  const role = resolveIds(of('ROLE'), claims, { list: roles, keyOf: byNameOrId });
  const profile = resolveIds(of('PROFILE'), claims, { list: profiles, keyOf: byNameOrId });
  const clientIds = new Map(customers.map(({ id, clientId }) => [id, clientId]));
  const customer = resolveIds(of('CUSTOMER'), claims, {
    list: customers,
    keyOf: (item, by) => (by === 'name' ? item.name : (clientIds.get(item.id) ?? '')),
  });
  const allCustomers = of('ALL_CUSTOMERS').some(
    (mapping) =>
      mapping.expected !== null && evenValuesOf(mapping, claims).includes(evenText(mapping.expected)),
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
