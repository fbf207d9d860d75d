/**
 * Writes `iana-elements.generated.ts` from the copy of IANA's registry "IPFIX Information Elements" that the source of
 * Debian's libfixbuf carries:
 *
 *     apt-get source --download-only libfixbuf        (needs a deb-src line)
 *     tar xJf libfixbuf_*.orig.tar.xz
 *     node ingest/flow/template/generate-elements.ts libfixbuf-*\/src/infomodel/ipfix.xml
 *
 * and `iana-elements-since-2019.generated.ts` from `iana-elements-since-2019.csv`, the rows that IANA registered after that
 * copy, in the columns of IANA's own CSV, as of 2026-04-02:
 *
 *     node ingest/flow/template/generate-elements.ts ingest/flow/template/iana-elements-since-2019.csv
 *
 * No package of Debian or npm carries them. A newer copy of the registry replaces both.
 *
 * Facts alone are taken: number, name, data type, semantics, units. The same input gives the same file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, extname } from 'node:path';

const REGISTRY = /<registry id="ipfix-information-elements">([\s\S]*?)<\/registry>/;
const RECORD = /<record\b[^>]*>([\s\S]*?)<\/record>/g;

const cell = (record: string, tag: string): string =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(record)?.[1]?.trim() ?? '';

/** A line of the table; undefined for what is reserved or not assigned. */
function lineOf(record: string): string | undefined {
  const id = cell(record, 'elementId');
  const name = cell(record, 'name');
  const type = cell(record, 'dataType');
  if (!/^\d+$/.test(id) || !/^[a-z]\w*$/i.test(name) || type === '') return undefined;
  const facts = [type, cell(record, 'dataTypeSemantics'), cell(record, 'units')];
  return `  ${name}: [${[id, ...facts.map((fact) => `'${fact}'`)].join(', ')}],`;
}

const ABOUT =
  '/** Number, data type, semantics and units of each element by its name; empty where the registry says nothing. */';

export function elementsSource(xml: string, source: string): string {
  const registry = REGISTRY.exec(xml)?.[1];
  if (registry === undefined) throw new Error(`${source} holds no registry ipfix-information-elements`);
  const lines = [...registry.matchAll(RECORD)].flatMap(([, record = '']) => lineOf(record) ?? []);
  const head = [
    `// Made by generate-elements.ts from ${source}, IANA "IPFIX Information Elements" as of ${cell(xml, 'updated')},`,
    '// carried by the source of libfixbuf. Do not edit: what came later is in iana-elements-since-2019.csv.',
    ABOUT,
    'export const ianaElements = {',
  ];
  return [...head, ...lines, '} as const;', ''].join('\n');
}

const HEADER = 'ElementID,Name,Abstract Data Type,Data Type Semantics,Units';

export function laterElementsSource(csv: string, source: string): string {
  const [header, ...rows] = csv.trim().split('\n');
  if (header !== HEADER) throw new Error(`${source} does not begin with ${HEADER}`);
  const lines = rows.map((row, at) => {
    const [id = '', name = '', ...facts] = row.split(',');
    if (!/^\d+$/.test(id) || !/^[a-z]\w*$/i.test(name) || facts.length !== 3)
      throw new Error(`${source}, line ${String(at + 2)}: ${row}`);
    return `  ${name}: [${[id, ...facts.map((fact) => `'${fact}'`)].join(', ')}],`;
  });
  const head = [
    `// Made by generate-elements.ts from ${source}. Do not edit.`,
    ABOUT,
    'export const laterElements = {',
  ];
  return [...head, ...lines, '} as const;', ''].join('\n');
}

function generate(path: string): void {
  const text = readFileSync(path, 'utf8');
  const later = extname(path) === '.csv';
  const target = later ? 'iana-elements-since-2019.generated.ts' : 'iana-elements.generated.ts';
  const made = later ? laterElementsSource(text, basename(path)) : elementsSource(text, basename(path));
  writeFileSync(new URL(target, import.meta.url), made);
}

const [path] = process.argv.slice(2);
if (import.meta.main) {
  if (path === undefined)
    throw new Error('say where the registry is: generate-elements.ts <ipfix.xml or .csv>');
  generate(path);
}
