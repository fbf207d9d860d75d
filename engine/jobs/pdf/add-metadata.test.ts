import { describe, expect, it } from 'vitest';
import { withMetadata } from './add-metadata.ts';

const metadata = { title: 'Niveau <de> & service', language: 'fr', at: new Date(0) } as const;

/** A file of one object and its catalog, as Chromium writes it. */
function pdfOf(catalog = '<</Type /Catalog\n/Lang (fr)>>'): Buffer {
  const first = '%PDF-1.4\n1 0 obj\n<</Producer (Skia)>>\nendobj\n';
  const second = `2 0 obj\n${catalog}\nendobj\n`;
  const entry = (at: number): string => `${String(at).padStart(10, '0')} 00000 n \n`;
  const table = `xref\n0 3\n0000000000 65535 f \n${entry(9)}${entry(first.length)}`;
  const end = `trailer\n<</Size 3\n/Root 2 0 R\n/Info 1 0 R>>\nstartxref\n${String(first.length + second.length)}\n%%EOF\n`;
  return Buffer.from(first + second + table + end, 'latin1');
}

/** What the last table of a file says of an object. */
function objectIn(pdf: Buffer, id: number): string {
  const text = pdf.toString('latin1');
  const table = text.slice(Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]));
  const at = Number(new RegExp(`\\n${String(id)} 1\\n(\\d{10}) 00000 n `).exec(table)?.[1]);
  return text.slice(at, text.indexOf('endobj', at));
}

describe('the metadata of a PDF', () => {
  it('are added behind what Chromium wrote, and the catalog names them', () => {
    const before = pdfOf();
    const after = withMetadata(before, metadata);
    expect(after.subarray(0, before.length).equals(before)).toBe(true);
    expect(objectIn(after, 2)).toBe('2 0 obj\n<</Type /Catalog\n/Lang (fr)\n/Metadata 3 0 R>>\n');
    const stream = objectIn(after, 3);
    expect(stream).toContain('<rdf:li xml:lang="x-default">Niveau &lt;de&gt; &amp; service</rdf:li>');
    expect(stream).toContain('<dc:language><rdf:Bag><rdf:li>fr</rdf:li>');
    const [, length] = /\/Length (\d+)/.exec(stream) ?? [];
    const content = stream.slice(stream.indexOf('stream\n') + 7, stream.indexOf('\nendstream'));
    expect(content).toHaveLength(Number(length));
    // That would have to be proven.
    expect(stream).not.toContain('pdfuaid');
  });

  it.each([
    ['no PDF', Buffer.from('words')],
    ['metadata already', pdfOf('<</Type /Catalog\n/Metadata 9 0 R>>')],
    ['another catalog', pdfOf('<</Type /Pages>>')],
    ['no table', Buffer.from(pdfOf().toString('latin1').replace('xref\n0 3', 'xref\n0 4'), 'latin1')],
  ])('are not added to a file with %s, which stays as it is', (_, pdf) => {
    expect(withMetadata(pdf, metadata)).toBe(pdf);
  });
});
