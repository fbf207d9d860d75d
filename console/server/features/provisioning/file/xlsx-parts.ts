import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { provisioningLimits } from '#schemas/limit/provisioning.ts';
import type { Archive } from './open-archive.ts';
import { builtInFormat } from './number-format.ts';
import { ownText, UnreadableFileError } from './sheet.ts';

/** What a part of the workbook is read with: names without their namespace prefix. */
export interface PartHandler {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Characters from one tag to the next: the parser keeps them, and a spreadsheet has at most 32,767 in a cell. */
const MAX_TOKEN = 1_000_000;
/** Tags within each other: the parser keeps them too, and a sheet has a dozen. */
const MAX_DEPTH = 200;

const unreadable = (name: string, reason: string) =>
  new UnreadableFileError('IMPORT_FILE_UNREADABLE', { reason: `${name}: ${reason}` });

/** Yields the text of a part as long as its tags are close to each other. */
async function* tokensOf(archive: Archive, name: string): AsyncGenerator<string> {
  let open = 0;
  for await (const chunk of archive.read(name)) {
    const first = chunk.indexOf('<');
    if (open + (first < 0 ? chunk.length : first) > MAX_TOKEN) throw unreadable(name, 'text or tag too long');
    open = first < 0 ? open + chunk.length : chunk.length - chunk.lastIndexOf('<');
    yield chunk;
  }
}

/** Reads a part as a stream of XML events. Entities other than the five of XML are an error: none can expand. */
export async function readPart(archive: Archive, name: string, handler: PartHandler): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', (error) => {
    throw unreadable(name, error.message);
  });
  let depth = 0;
  parser.on('opentag', (tag: SaxesTagPlain) => {
    if ((depth += 1) > MAX_DEPTH) throw unreadable(name, 'too many tags within each other');
    handler.open?.(localName(tag.name), tag.attributes);
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('closetag', (tag: SaxesTagPlain) => {
    depth -= 1;
    handler.close?.(localName(tag.name));
  });
  for await (const chunk of tokensOf(archive, name)) parser.write(chunk);
  parser.close();
}

/** Characters that XML cannot contain are written by their number: `_x000D_` (ECMA-376 Part 1, §22.9.2.19, ST_Xstring). */
export const decodedText = (text: string): string =>
  text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const TEXTS = 'xl/sharedStrings.xml';
const MAX_TEXTS = provisioningLimits.maxLines * 10;

/** The texts that cells share, by their number. Phonetic readings are left out. */
export async function readSharedTexts(archive: Archive): Promise<readonly string[]> {
  const texts: string[] = [];
  if (!archive.has(TEXTS)) return texts;
  let current = '';
  let inText = false;
  let phonetic = 0;
  await readPart(archive, TEXTS, {
    open(name) {
      if (name === 'si') current = '';
      if (name === 'rPh') phonetic += 1;
      inText = name === 't' && phonetic === 0;
    },
    text(text) {
      if (inText && current.length < provisioningLimits.maxCell * 2) current += text;
    },
    close(name) {
      inText = false;
      if (name === 'rPh') phonetic -= 1;
      if (name === 'si' && texts.length < MAX_TEXTS) texts.push(ownText(decodedText(current)));
    },
  });
  return texts;
}

const STYLES = 'xl/styles.xml';
/** Number formats of dates and times (ECMA-376 Part 1, §18.8.30). */
const builtInDates = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Colours, conditions and quoted texts are not part of the number. */
const isDateFormat = (format: string): boolean =>
  /[dmyhs]/i.test(format.replaceAll(/\[[^\]]*\]|"[^"]*"|\\./g, '').replaceAll(/general/gi, ''));

/** The number formats of cell styles, by the number of the style; undefined: a date or a time. */
export async function readFormats(archive: Archive): Promise<readonly (string | undefined)[]> {
  const formats: (string | undefined)[] = [];
  if (!archive.has(STYLES)) return formats;
  const own = new Map<number, string>();
  let inCells = false;
  await readPart(archive, STYLES, {
    open(name, attributes) {
      if (name === 'cellXfs') inCells = true;
      if (name === 'numFmt') own.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      if (name !== 'xf' || !inCells) return;
      const id = Number(attributes['numFmtId'] ?? 0);
      const format = own.get(id);
      const isDate = format === undefined ? builtInDates(id) : isDateFormat(format);
      formats.push(isDate ? undefined : (format ?? builtInFormat(id)));
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

/** The first visible sheet of the workbook: its name and its part. */
export async function findSheet(archive: Archive): Promise<{ readonly name: string; readonly part: string }> {
  let found: { readonly name: string; readonly id: string } | undefined;
  await readPart(archive, 'xl/workbook.xml', {
    open(name, attributes) {
      if (name !== 'sheet' || found !== undefined || (attributes['state'] ?? 'visible') !== 'visible') return;
      const id = Object.entries(attributes).find(([key]) => localName(key) === 'id' && key !== 'id')?.[1];
      found = { name: attributes['name'] ?? '', id: id ?? '' };
    },
  });
  let part: string | undefined;
  await readPart(archive, 'xl/_rels/workbook.xml.rels', {
    open(name, { Id, Target }) {
      if (name === 'Relationship' && Id === found?.id) part = Target;
    },
  });
  if (found === undefined || part === undefined)
    throw new UnreadableFileError('IMPORT_FILE_UNREADABLE', { reason: 'no visible sheet' });
  return { name: found.name, part: part.startsWith('/') ? part.slice(1) : `xl/${part}` };
}
