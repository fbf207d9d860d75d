interface PdfMetadata {
  readonly title: string;
  readonly language: 'en' | 'fr';
  /** When it was made. */
  readonly at: Date;
}

/** Without characters that XML 1.0 does not have. */
const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Says what it is, and no more: that it is PDF/UA would have to be proven by a validator. */
const packetOf = ({ title, language, at }: PdfMetadata): string => {
  const time = at.toISOString();
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>Telltale</xmp:CreatorTool>
<xmp:CreateDate>${time}</xmp:CreateDate><xmp:ModifyDate>${time}</xmp:ModifyDate>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
};

interface Trailer {
  readonly size: number;
  readonly root: number;
  readonly info: string;
  /** Where the table of the objects begins. */
  readonly table: number;
}

/** Bytes at the end in which the trailer is. */
const TRAILER_BYTES = 1_024;
/** Bytes of an entry of the table, ISO 32000-1 §7.5.4. */
const ENTRY_BYTES = 20;

function trailerOf(pdf: Buffer): Trailer | undefined {
  const text = pdf.toString('latin1', Math.max(0, pdf.length - TRAILER_BYTES));
  const end = /trailer\s*<<([^]*?)>>\s*startxref\s+(\d+)\s+%%EOF\s*$/.exec(text);
  const [, entries = '', table = ''] = end ?? [];
  const size = Number(/\/Size (\d+)/.exec(entries)?.[1]);
  const root = Number(/\/Root (\d+) 0 R/.exec(entries)?.[1]);
  const info = /\/Info \d+ 0 R/.exec(entries)?.[0] ?? '';
  return Number.isNaN(size + root) ? undefined : { size, root, info, table: Number(table) };
}

/** The dictionary of the catalog, as it is written. */
function catalogOf(pdf: Buffer, { size, root, table }: Trailer): string | undefined {
  const head = `xref\n0 ${String(size)}\n`;
  if (pdf.toString('latin1', table, table + head.length) !== head) return undefined;
  const entry = table + head.length + root * ENTRY_BYTES;
  const at = Number(pdf.toString('latin1', entry, entry + 10));
  const start = `${String(root)} 0 obj\n`;
  const end = pdf.indexOf('\nendobj', at, 'latin1');
  const text = end < 0 ? '' : pdf.toString('latin1', at, end);
  const isCatalog = text.startsWith(`${start}<<`) && text.endsWith('>>') && text.includes('/Type /Catalog');
  return isCatalog && !text.includes('/Metadata') ? text.slice(start.length) : undefined;
}

const entryOf = (at: number): string => `${String(at).padStart(10, '0')} 00000 n \n`;

/**
 * Adds XMP metadata, which Chromium does not write, as an incremental update (ISO 32000-1 §7.5.6): nothing before it changes. A file that is written
 * in another way than Chromium 150 does remains as it is.
 */
export function withMetadata(pdf: Buffer, metadata: PdfMetadata): Buffer {
  const trailer = trailerOf(pdf);
  const catalog = trailer && catalogOf(pdf, trailer);
  if (trailer === undefined || catalog === undefined) return pdf;
  const { size, root, info, table } = trailer;
  const packet = Buffer.from(packetOf(metadata));
  const stream = Buffer.concat([
    Buffer.from(
      `\n${String(size)} 0 obj\n<</Type /Metadata\n/Subtype /XML\n/Length ${String(packet.length)}>> stream\n`,
    ),
    packet,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
  const changed = `${String(root)} 0 obj\n${catalog.slice(0, -2)}\n/Metadata ${String(size)} 0 R>>\nendobj\n`;
  const changedAt = pdf.length + stream.length;
  const end = [
    `xref\n${String(root)} 1\n${entryOf(changedAt)}${String(size)} 1\n${entryOf(pdf.length + 1)}`,
    `trailer\n<</Size ${String(size + 1)}\n/Root ${String(root)} 0 R\n${info}\n/Prev ${String(table)}>>\n`,
    `startxref\n${String(changedAt + changed.length)}\n%%EOF\n`,
  ];
  return Buffer.concat([pdf, stream, Buffer.from(changed + end.join(''), 'latin1')]);
}
