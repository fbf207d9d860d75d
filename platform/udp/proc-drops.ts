type ReadFile = (path: string, encoding: 'utf8') => Promise<string>;

const FILES = ['/proc/net/udp', '/proc/net/udp6'];
const ADDRESS_COLUMN = 1;
const INODE_COLUMN = 9;
const DROPS_COLUMN = 12;
const ATTEMPTS = 5;

/**
 * Returns the datagrams that the kernel dropped, by local port, from the text of `/proc/net/udp` (proc(5)). The kernel writes it page by
 * page: when other sockets open and close, one may appear in it twice.
 */
export function dropsByPort(text: string): ReadonlyMap<number, number> {
  const drops = new Map<number, number>();
  const counted = new Set<string>();
  for (const line of text.split('\n').slice(1)) {
    const columns = line.trim().split(/\s+/);
    const port = Number.parseInt(columns[ADDRESS_COLUMN]?.split(':')[1] ?? '', 16);
    const inode = columns[INODE_COLUMN] ?? '';
    const count = Number(columns[DROPS_COLUMN]);
    if (Number.isNaN(port) || Number.isNaN(count) || counted.has(inode)) continue;
    counted.add(inode);
    drops.set(port, (drops.get(port) ?? 0) + count);
  }
  return drops;
}

/**
 * Returns the drops of all sockets of an open port; undefined on systems without these files. Reads again when the port is missing, for
 * the same reason.
 */
export async function dropsOfPort(port: number, readFile: ReadFile): Promise<number | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1)
    try {
      const texts = await Promise.all(FILES.map((path) => readFile(path, 'utf8')));
      const drops = texts.map((text) => dropsByPort(text).get(port)).filter((count) => count !== undefined);
      if (drops.length > 0) return drops.reduce((sum, count) => sum + count);
    } catch {
      return undefined;
    }
  return undefined;
}
