import { dirname, join, normalize } from 'node:path';

/** What a file of the repository says. */
export type ReadText = (file: string) => string;

/** Imported for the types alone: nothing of it runs. */
const typeImport = /^(?:import|export) type [^;]*? from '[^']*';$/gms;
/** The literals of TypeScript, and what style sheets and pages name. */
const literal = /'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`|url\(([^'")\n]+)\)/g;

const aliases: Readonly<Record<string, string>> = {
  '#server/': 'console/server/',
  '#web/': 'console/web/',
  '#': '',
};

/** Paths from the root that a literal can mean in a file. */
function placesOf(text: string, file: string): readonly string[] {
  const alias = Object.keys(aliases).find((prefix) => text.startsWith(prefix));
  if (alias !== undefined) return [(aliases[alias] ?? '') + text.slice(alias.length)];
  const relative = normalize(join(dirname(file), text));
  return text.startsWith('.') ? [relative] : [relative, text];
}

/** The folder before the first variable part of a template, with its slash; undefined for other literals. */
function folderOf(text: string, file: string): string | undefined {
  const isTemplate = text.includes('${');
  if (!text.startsWith('.') || !(isTemplate || text.endsWith('/'))) return undefined;
  const [fixed = ''] = text.split('${');
  const folder = normalize(join(dirname(file), fixed.slice(0, fixed.lastIndexOf('/') + 1)));
  return ['./', '../', '/'].includes(folder) || folder.startsWith('..') ? undefined : folder;
}

/**
 * Files that a file names, by path from the root: what it imports, at once or later, and what it starts, reads or hands to a worker. Every
 * literal counts that is the path of a file, so that no way to load one is overlooked; those of a folder are all files below it.
 */
export function namedFiles(file: string, text: string, files: ReadonlySet<string>): ReadonlySet<string> {
  const named = new Set<string>();
  for (const match of text.replaceAll(typeImport, '').matchAll(literal)) {
    const written = match.slice(1).find((group) => group !== undefined) ?? '';
    for (const place of placesOf(written, file)) if (files.has(place)) named.add(place);
    const folder = folderOf(written, file);
    if (folder !== undefined) for (const each of files) if (each.startsWith(folder)) named.add(each);
  }
  named.delete(file);
  return named;
}

const isRead = (file: string): boolean => /\.(tsx?|mjs|cjs|js|css|html)$/.test(file);

/** The files that each file names, removed ones among them. */
export function importGraph(
  files: ReadonlySet<string>,
  read: ReadText,
  removed: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Set([...files, ...removed]);
  return new Map(
    [...files].map((file) => [file, isRead(file) ? namedFiles(file, read(file), all) : new Set<string>()]),
  );
}

/** Everything that the files reach, themselves included. */
export function reachedFrom(
  starts: Iterable<string>,
  edges: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const reached = new Set(starts);
  for (const file of reached) for (const next of edges.get(file) ?? []) reached.add(next);
  return reached;
}

/** The same graph read the other way: the files that name each file. */
export function reversed(
  edges: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const back = new Map<string, Set<string>>();
  for (const [from, named] of edges)
    for (const to of named) {
      const known = back.get(to);
      if (known === undefined) back.set(to, new Set([from]));
      else known.add(from);
    }
  return back;
}
