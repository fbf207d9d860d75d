import { marks, shapes, type Status } from '../severity/severity.ts';

const scale = 3;
const margin = 2;
const box = 16;

interface Look {
  readonly status: Status;
  readonly colour: string;
  readonly halo: string;
  /** Without its symbol, as the ground of a number. */
  readonly bare?: boolean;
}

/** The severity shape as an image for the map, in the colours of the theme. */
export function markerImage({ status, colour, halo, bare = false }: Look): ImageData {
  const size = (box + 2 * margin) * scale;
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (context === null) return new ImageData(size, size);
  context.scale(scale, scale);
  context.translate(margin, margin);
  const outline = new Path2D(shapes[status]);
  context.lineJoin = 'round';
  context.lineWidth = 2.4;
  context.strokeStyle = halo;
  context.stroke(outline);
  context.fillStyle = colour;
  context.fill(outline); // oxlint-disable-line unicorn/no-array-fill-with-reference-type -- a canvas, no array
  if (bare) return context.getImageData(0, 0, size, size);
  context.fillStyle = halo;
  context.fill(new Path2D(marks[status])); // oxlint-disable-line unicorn/no-array-fill-with-reference-type -- a canvas, no array
  return context.getImageData(0, 0, size, size);
}

export const markerScale = scale;
