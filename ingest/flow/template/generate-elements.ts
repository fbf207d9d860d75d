/**
 * Writes `iana-elements.generated.ts` from the copy of IANA's registry "IPFIX Information Elements" that the source of
 * Debian's libfixbuf carries:
 *
 *     apt-get source --download-only libfixbuf        (needs a deb-src line)
 *     tar xJf libfixbuf_*.orig.tar.xz
 *     node ingest/flow/template/generate-elements.ts libfixbuf-*\/src/infomodel/ipfix.xml
 *
 * Facts alone are taken: number, name, data type, semantics, units. The same input gives the same file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

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

export function elementsSource(xml: string, source: string): string {
  const registry = REGISTRY.exec(xml)?.[1];
  if (registry === undefined) throw new Error(`${source} holds no registry ipfix-information-elements`);
  const lines = [...registry.matchAll(RECORD)].flatMap(([, record = '']) => lineOf(record) ?? []);
  const head = [
    `// Made by generate-elements.ts from ${source}, IANA "IPFIX Information Elements" as of ${cell(xml, 'updated')},`,
    '// carried by the source of libfixbuf. Do not edit: what came later is in later-elements.ts.',
    '/** Number, data type, semantics and units of each element by its name; empty where the registry says nothing. */',
    'export const ianaElements = {',
  ];
  return [...head, ...lines, '} as const;', ''].join('\n');
}

const [path] = process.argv.slice(2);
if (import.meta.main) {
  if (path === undefined) throw new Error('say where the registry is: generate-elements.ts <ipfix.xml>');
  const target = new URL('iana-elements.generated.ts', import.meta.url);
  writeFileSync(target, elementsSource(readFileSync(path, 'utf8'), basename(path)));
}
