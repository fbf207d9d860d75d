import { reportImageLimits } from '#schemas/limit/report.ts';
import type { ImageType } from '#schemas/image/image.ts';
import type { Picture } from './svg-sanitizer.ts';

/** An image that may be stored. */
export interface ImageFile {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
  readonly content: Buffer;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Size in the first chunk (PNG, third edition, 11.2.1). */
function pngSize(file: Buffer): Size | undefined {
  if (file.length < 33 || !file.subarray(0, 8).equals(pngSignature)) return undefined;
  if (file.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

/** Markers of a frame header: SOF0 to SOF15 without DHT, JPG and DAC (ITU-T T.81, B.1.1.3). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Markers without a length: TEM, RST0 to RST7, SOI. */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** Where the next segment begins; undefined: there is none, or the picture has begun. */
function nextSegment(file: Buffer, at: number): number | undefined {
  const marker = file[at + 1] ?? 0;
  if (file[at] !== 0xff || marker === 0xda || marker === 0xd9) return undefined;
  // A fill byte.
  if (marker === 0xff) return at + 1;
  return at + (isAlone(marker) ? 2 : 2 + Math.max(2, file.readUInt16BE(at + 2)));
}

function jpegSize(file: Buffer): Size | undefined {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xff_d8) return undefined;
  let at: number | undefined = 2;
  while (at !== undefined && at + 9 <= file.length) {
    if (file[at] === 0xff && isFrame(file[at + 1] ?? 0))
      return { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
    at = nextSegment(file, at);
  }
  return undefined;
}

const isWithin = ({ width, height }: Size): boolean => {
  const { maxSide, maxPixels } = reportImageLimits;
  return width <= maxSide && height <= maxSide && width * height <= maxPixels;
};

/** Writes the text of an SVG again; undefined: it is none, or takes too much. */
type ReadSvg = (text: string) => Promise<Picture | undefined>;

/** Recognises a file by its content, whatever it is called. */
async function recognized(file: Buffer, readSvg: ReadSvg): Promise<ImageFile | undefined> {
  const png = pngSize(file);
  if (png !== undefined) return { type: 'image/png', ...png, content: file };
  const jpeg = jpegSize(file);
  if (jpeg !== undefined) return { type: 'image/jpeg', ...jpeg, content: file };
  const text = file.includes('<svg') ? new TextDecoder().decode(file) : '';
  const picture = text === '' ? undefined : await readSvg(text);
  if (picture === undefined) return undefined;
  const [width, height] = [Math.round(picture.width), Math.round(picture.height)];
  return { type: 'image/svg+xml', width, height, content: Buffer.from(picture.svg) };
}

/** An image with more pixels than a browser should decode: a small file may have billions. */
interface OversizedImage {
  readonly oversized: Size;
}

/** The image of a file; undefined: it is none of the types, broken, or has too many bytes. */
export async function imageOf(
  file: Buffer,
  readSvg: ReadSvg,
): Promise<ImageFile | OversizedImage | undefined> {
  if (file.length > reportImageLimits.maxBytes) return undefined;
  const image = await recognized(file, readSvg);
  if (image === undefined || image.width < 1 || image.height < 1) return undefined;
  return isWithin(image) ? image : { oversized: { width: image.width, height: image.height } };
}
