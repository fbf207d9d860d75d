/** `postgres://user:password@one:5432,two:5433/name?options`, as PostgreSQL's own client library reads it (34.1.1.3, multiple hosts). */
const PARTS = /^(?<scheme>postgres(?:ql)?:\/\/)(?<account>[^@/?#]*@)?(?<hosts>[^/?#]*)(?<path>.*)$/s;

/** The parts of an address; all are empty when it is none. */
function partsOf(address: string) {
  const { scheme = '', account = '', hosts = '', path = '' } = PARTS.exec(address)?.groups ?? {};
  return { scheme, account, hosts: hosts.split(',').map((host) => host.trim()), path };
}

/** The URLs of the servers that an address of PostgreSQL names, in its order; none when it is not valid. */
export function serverUrls(address: string): readonly string[] {
  const { scheme, account, hosts, path } = partsOf(address);
  if (scheme === '' || (hosts.length > 1 && hosts.includes(''))) return [];
  const urls = hosts.map((host) => `${scheme}${account}${host}${path}`);
  return urls.every((url) => URL.canParse(url)) ? urls : [];
}

/** The same address with another account. */
export function withCredentials(
  address: string,
  { username, password }: { readonly username: string; readonly password: string },
): string {
  const { scheme, hosts, path } = partsOf(address);
  return `${scheme}${encodeURIComponent(username)}:${encodeURIComponent(password)}@${hosts.join(',')}${path}`;
}
