import { marks, shapes, type Status } from '../severity/severity.ts';

const scale = 3;
const margin = 2;
const box = 16;
/** Pixels across of a marker of size 1. */
export const markerBox = box;
/** The bell, its clapper and the stroke through it, in the box. */
const bell = 'M5 10.5V7.5a3 3 0 0 1 6 0v3l1 .8H4zM7.2 13h1.6M3.5 3.5l9 9';

interface Look {
  readonly status: Status;
  readonly colour: string;
  readonly halo: string;
  /** Without its symbol, as the ground of a number. */
  readonly bare?: boolean;
}

/** A bell that is crossed out, on a disc, in the colours of the theme. */
export function silenceMark({ halo, text }: { readonly halo: string; readonly text: string }): ImageData {
  const size = box * scale;
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (context === null) return new ImageData(size, size);
  context.scale(scale, scale);
  context.fillStyle = halo;
  context.beginPath();
  context.arc(box / 2, box / 2, box / 2, 0, 2 * Math.PI);
  context.fill();
  context.strokeStyle = text;
  context.lineWidth = 1.3;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.stroke(new Path2D(bell));
  return context.getImageData(0, 0, size, size);
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
