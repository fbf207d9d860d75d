/** Shards that each live member of a group claims, by the name of the member. */
export type MemberClaims = ReadonlyMap<string, ReadonlySet<number>>;

/** What a member changes of its own claims. */
interface ClaimChange {
  readonly release: readonly number[];
  readonly take: readonly number[];
}

/** The first member by name that claims each shard: two may claim one while a cluster lags behind. */
function ownersOf(claims: MemberClaims, names: readonly string[]): ReadonlyMap<number, string> {
  const owners = new Map<number, string>();
  for (const name of names)
    for (const shard of claims.get(name) ?? []) if (!owners.has(shard)) owners.set(shard, name);
  return owners;
}

/**
 * Equal shares of all members. What is left over goes to as many of them, one each: to those that have it, so that it does not wander,
 * and then to the first ones by name.
 */
function sharesOf(held: ReadonlyMap<string, readonly number[]>, shards: number): ReadonlyMap<string, number> {
  const least = Math.floor(shards / held.size);
  const isLarger = (name: string): boolean => (held.get(name) ?? []).length > least;
  const names = [...held.keys()];
  const inTurn = [...names.filter(isLarger), ...names.filter((name) => !isLarger(name))];
  return new Map(inTurn.map((name, at) => [name, at < shards % held.size ? least + 1 : least]));
}

/**
 * What a member changes of its claims, by those of all live members. Members that see the same claims take different shards. One that
 * is above its share releases some: another takes them when it sees that they are free.
 */
export function claimChange(claims: MemberClaims, member: string, shards: number): ClaimChange {
  const names = [...claims.keys()].toSorted();
  const owners = ownersOf(claims, names);
  const held = new Map(names.map((name): [string, number[]] => [name, []]));
  for (const [shard, owner] of owners) held.get(owner)?.push(shard);
  const shares = sharesOf(held, shards);
  const free = Array.from({ length: shards }, (_, shard) => shard).filter((shard) => !owners.has(shard));
  for (const [name, own] of held) {
    const share = shares.get(name) ?? 0;
    const take = free.splice(0, Math.max(0, share - own.length));
    if (name !== member) continue;
    const surplus = own.toSorted((one, other) => one - other).slice(share);
    const twice = [...(claims.get(member) ?? [])].filter((shard) => owners.get(shard) !== member);
    return { take, release: [...surplus, ...twice] };
  }
  return { take: [], release: [] };
}

const BITS = 8;

/** Shards as hexadecimal digits, a bit for each. */
export function claimText(claimed: ReadonlySet<number>, shards: number): string {
  const bytes = Buffer.alloc(Math.ceil(shards / BITS));
  for (const shard of claimed) bytes[shard >> 3] = (bytes[shard >> 3] ?? 0) | (1 << (shard % BITS));
  return bytes.toString('hex');
}

export function claimOf(text: string): ReadonlySet<number> {
  const claimed = new Set<number>();
  for (const [at, byte] of Buffer.from(text, 'hex').entries())
    for (let bit = 0; bit < BITS; bit += 1) if ((byte & (1 << bit)) !== 0) claimed.add(at * BITS + bit);
  return claimed;
}
