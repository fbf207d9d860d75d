/**
 * Writes `iana-elements.generated.ts` from `ipfix-information-elements.csv`, the elements of IANA's registry "IPFIX
 * Information Elements" as of 2026-09-11 in the first columns of IANA's own CSV:
 *
 *     node ingest/flow/template/generate-elements.ts
 *
 * The list takes over what a copy of the registry says, in IANA's XML, before it writes; what only the list has stays, for a
 * copy may be old:
 *
 *     node ingest/flow/template/generate-elements.ts --registry ipfix.xml
 *
 * The numbers to 491 were taken over like that from the copy of 2019-07-25 in the source of Debian's libfixbuf
 * (`src/infomodel/ipfix.xml`). No package of Debian or npm has a later one: 492 to 533 are IANA's rows, held against two public
 * copies of the registry of 2026-09-11, where 533 is the last.
 *
 * Facts alone are taken: number, name, data type, semantics, units. The same input gives the same files.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const LIST = 'ipfix-information-elements.csv';
const HEADER = 'ElementID,Name,Abstract Data Type,Data Type Semantics,Units';

/** Number, name, data type, semantics and units; empty where the registry says nothing. */
export type ElementRow = readonly [id: string, name: string, type: string, semantics: string, units: string];

const REGISTRY = /<registry id="ipfix-information-elements">([\s\S]*?)<\/registry>/;
const RECORD = /<record\b[^>]*>([\s\S]*?)<\/record>/g;

const cell = (record: string, tag: string): string =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(record)?.[1]?.trim() ?? '';

const isElement = ([id, name, type]: ElementRow): boolean =>
  /^\d+$/.test(id) && /^[a-z]\w*$/i.test(name) && type !== '';

/** The rows of IANA's XML, without what is reserved or not assigned. */
export function parseRegistry(xml: string, source: string): readonly ElementRow[] {
  // Registries of the values of elements stand inside it, behind the last element.
  const registry = REGISTRY.exec(xml)?.[1];
  if (registry === undefined) throw new Error(`${source} holds no registry ipfix-information-elements`);
  return [...registry.matchAll(RECORD)]
    .map(([, record = '']): ElementRow => [
      cell(record, 'elementId'),
      cell(record, 'name'),
      cell(record, 'dataType'),
      cell(record, 'dataTypeSemantics'),
      cell(record, 'units'),
    ])
    .filter(isElement);
}

/** The rows of a list in the columns of {@link HEADER}. */
export function parseList(csv: string, source: string): readonly ElementRow[] {
  const [header, ...lines] = csv.trim().split('\n');
  if (header !== HEADER) throw new Error(`${source} does not begin with ${HEADER}`);
  return lines.map((line, at) => {
    const [id = '', name = '', type = '', semantics = '', units = '', ...more] = line.split(',');
    const row: ElementRow = [id, name, type, semantics, units];
    if (!isElement(row) || more.length > 0) throw new Error(`${source}, line ${String(at + 2)}: ${line}`);
    return row;
  });
}

/** The list with what a copy of the registry says, by number. */
export function mergeRegistry(
  list: readonly ElementRow[],
  registry: readonly ElementRow[],
): readonly ElementRow[] {
  const byId = new Map([...list, ...registry].map((row) => [Number(row[0]), row]));
  return [...byId].toSorted(([a], [b]) => a - b).map(([, row]) => row);
}

export const renderList = (rows: readonly ElementRow[]): string =>
  [HEADER, ...rows.map((row) => row.join(',')), ''].join('\n');

export const renderSource = (rows: readonly ElementRow[]): string =>
  [
    `// Made by generate-elements.ts from ${LIST}. Do not edit.`,
    '/** Number, data type, semantics and units of each element by its name; empty where the registry says nothing. */',
    'export const ianaElements = {',
    ...rows.map(
      ([id, name, ...facts]) => `  ${name}: [${[id, ...facts.map((fact) => `'${fact}'`)].join(', ')}],`,
    ),
    '} as const;',
    '',
  ].join('\n');

function generate(registry: string | undefined): void {
  const list = new URL(LIST, import.meta.url);
  let rows = parseList(readFileSync(list, 'utf8'), LIST);
  if (registry !== undefined) {
    rows = mergeRegistry(rows, parseRegistry(readFileSync(registry, 'utf8'), registry));
    writeFileSync(list, renderList(rows));
  }
  writeFileSync(new URL('iana-elements.generated.ts', import.meta.url), renderSource(rows));
}

if (import.meta.main) generate(parseArgs({ options: { registry: { type: 'string' } } }).values.registry);
