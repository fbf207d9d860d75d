/**
 * `https://user:password@one:8443,two:8443/database`: commas between the replicas of a shard, semicolons between shards, with one account
 * and one set of parameters.
 */
const PARTS = /^(?<scheme>https?:\/\/)(?<account>[^@/?#]*@)?(?<hosts>[^/?#]*)(?<path>.*)$/s;

function partsOf(address: string) {
  const { scheme = '', account = '', hosts = '', path = '' } = PARTS.exec(address)?.groups ?? {};
  const shards = hosts.split(';').map((shard) => shard.split(',').map((host) => host.trim()));
  return { scheme, account, shards, path };
}

/** The URLs of the replicas of each shard that an address of ClickHouse names, in its order; none when it is not valid. */
export function shardUrls(address: string): readonly (readonly string[])[] {
  const { scheme, account, shards, path } = partsOf(address);
  const hosts = shards.flat();
  if (scheme === '' || hosts.includes('') || new Set(hosts).size < hosts.length) return [];
  const urls = shards.map((shard) => shard.map((host) => `${scheme}${account}${host}${path}`));
  return urls.flat().every((url) => URL.canParse(url)) ? urls : [];
}

/** The URLs of the replicas. Throws a TypeError when the address is not valid, or names several shards. */
export function replicaUrls(address: string): readonly string[] {
  const [replicas, ...others] = shardUrls(address);
  if (replicas === undefined) throw new TypeError('the address of ClickHouse is not valid');
  if (others.length > 0)
    throw new TypeError('the address of ClickHouse names several shards (;), which are not supported yet');
  return replicas;
}

/** The same address with another account. */
export function withColumnAccount(
  address: string,
  { username, password }: { readonly username: string; readonly password: string },
): string {
  const { scheme, shards, path } = partsOf(address);
  const hosts = shards.map((shard) => shard.join(',')).join(';');
  return `${scheme}${encodeURIComponent(username)}:${encodeURIComponent(password)}@${hosts}${path}`;
}
