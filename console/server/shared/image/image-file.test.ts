import { describe, expect, it } from 'vitest';
import { reportImageLimits } from '#schemas/limit/report.ts';
import { imageOf } from './image-file.ts';
import { sanitizedSvg } from './svg-sanitizer.ts';

function png(width: number, height: number): Buffer {
  const file = Buffer.alloc(33);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(file);
  file.write('IHDR', 12, 'latin1');
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
}

function jpeg(width: number, height: number): Buffer {
  const comment = Buffer.from([0xff, 0xfe, 0x00, 0x04, 0x41, 0x42]);
  const frame = Buffer.from([0xff, 0xc2, 0x00, 0x11, 0x08, 0, 0, 0, 0, 0x03]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), comment, frame, Buffer.alloc(10)]);
}

const svg = (inside: string, attributes = 'viewBox="0 0 40 20"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`;

const readSvg = (text: string) => Promise.resolve(sanitizedSvg(text));

describe('images of reports', () => {
  it.each([
    ['a PNG', png(400, 300), { type: 'image/png', width: 400, height: 300 }],
    ['a progressive JPEG behind a comment', jpeg(640, 480), { type: 'image/jpeg', width: 640, height: 480 }],
    [
      'an SVG by its view box',
      Buffer.from(svg('<path d="M0 0h1"/>')),
      { type: 'image/svg+xml', width: 40, height: 20 },
    ],
    [
      'an SVG in millimetres',
      Buffer.from(svg('', 'width="25.4mm" height="25.4mm"')),
      { type: 'image/svg+xml', width: 96, height: 96 },
    ],
  ])('%s is recognised by its content', async (_, file, expected) => {
    expect(await imageOf(file, readSvg)).toMatchObject(expected);
  });

  it.each([
    ['a text', Buffer.from('hello')],
    ['an empty file', Buffer.alloc(0)],
    ['a GIF', Buffer.from('GIF89a')],
    ['a page', Buffer.from('<html><svg/></html>')],
    ['no pixels', png(0, 100)],
    ['a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xd9, 0, 0, 0, 0, 0, 0, 0, 0])],
    ['an SVG without a size', Buffer.from(svg('', ''))],
    ['more bytes than the maximum', Buffer.alloc(reportImageLimits.maxBytes + 1)],
  ])('%s is rejected', async (_, file) => {
    expect(await imageOf(file, readSvg)).toBeUndefined();
  });

  it.each([
    ['a side that is too long', png(reportImageLimits.maxSide + 1, 1), [reportImageLimits.maxSide + 1, 1]],
    ['a PNG of 400 million pixels in 33 bytes', png(20_000, 20_000), [20_000, 20_000]],
    ['a JPEG of 81 million pixels', jpeg(9_000, 9_000), [9_000, 9_000]],
    ['an SVG', Buffer.from(svg('', 'width="20000" height="20000"')), [20_000, 20_000]],
  ])('%s has more pixels than a browser should decode', async (_, file, [width, height]) => {
    expect(await imageOf(file, readSvg)).toEqual({ oversized: { width, height } });
  });
});

describe('an SVG', () => {
  it.each([
    ['scripts', '<script>alert(1)</script>'],
    ['pages', '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>'],
    ['pictures of others', '<image href="https://example.invalid/a.png"/>'],
    ['links', '<a href="https://example.invalid"><path d="M0 0"/></a>'],
    ['animations', '<animate attributeName="href" values="javascript:alert(1)"/>'],
  ])('loses %s', (_, inside) => {
    expect(sanitizedSvg(svg(inside))?.svg).toBe(svg(''));
  });

  it.each([
    ['handlers', '<path onclick="x()" d="M0 0"/>', '<path d="M0 0"></path>'],
    ['foreign references', '<use href="https://example.invalid/#a"/>', '<use></use>'],
    ['foreign fills', '<path fill="url(https://example.invalid/#a)"/>', '<path></path>'],
    ['imports of styles', '<style>@import "https://example.invalid";</style>', '<style></style>'],
    [
      'addresses that a comment or CDATA splits',
      '<style>a{fill:ur<!-- -->l(https://example.invalid)}</style><style>a{fill:ur<![CDATA[l(https://example.invalid)]]>}</style>',
      '<style></style><style></style>',
    ],
    [
      'styles within styles',
      '<style><style>a{}</style>b{fill:url(https://example.invalid)}</style>',
      '<style></style>',
    ],
    [
      'functions that load',
      `<path style="fill:image-set('https://example.invalid' 1x)" transform="scale(2)"/>`,
      '<path transform="scale(2)"></path>',
    ],
    ['foreign addresses in quotes', `<path fill="url( 'https://example.invalid')"/>`, '<path></path>'],
  ])('loses %s', (_, inside, left) => {
    expect(sanitizedSvg(svg(inside))?.svg).toBe(svg(left));
  });

  it('keeps references within the picture, styles and texts', () => {
    const inside =
      '<defs><linearGradient id="a"><stop offset="0"></stop></linearGradient></defs><style>.b{fill:#fff}</style><text>5 &lt; 6</text><path fill="url(#a)"></path>';
    expect(sanitizedSvg(svg(inside))?.svg).toBe(svg(inside));
  });

  it.each([
    ['own entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`],
    ['broken markup', svg('<path>')],
    ['too many elements', svg('<g/>'.repeat(100_001))],
    ['too many levels', svg(`${'<g>'.repeat(200)}${'</g>'.repeat(200)}`)],
  ])('with %s is rejected', (_, text) => {
    expect(sanitizedSvg(text)).toBeUndefined();
  });
});
