type ReadFile = (path: string, encoding: 'utf8') => Promise<string>;

const ADDRESS_COLUMN = 1;
const DROPS_COLUMN = 12;

/** Returns the datagrams that the kernel dropped, by local port, from the text of `/proc/net/udp` (proc(5)). */
export function dropsByPort(text: string): ReadonlyMap<number, number> {
  const drops = new Map<number, number>();
  for (const line of text.split('\n').slice(1)) {
    const columns = line.trim().split(/\s+/);
    const port = Number.parseInt(columns[ADDRESS_COLUMN]?.split(':')[1] ?? '', 16);
    const count = Number(columns[DROPS_COLUMN]);
    if (Number.isNaN(port) || Number.isNaN(count)) continue;
    drops.set(port, (drops.get(port) ?? 0) + count);
  }
  return drops;
}

/** Returns the drops of all sockets of a port; undefined on systems without this file. */
export async function dropsOfPort(port: number, readFile: ReadFile): Promise<number | undefined> {
  try {
    const texts = await Promise.all(
      ['/proc/net/udp', '/proc/net/udp6'].map((path) => readFile(path, 'utf8')),
    );
    return texts.map(dropsByPort).reduce((sum, counts) => sum + (counts.get(port) ?? 0), 0);
  } catch {
    return undefined;
  }
}
