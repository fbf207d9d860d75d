import { z } from 'zod';
import { ContentOfDashlet } from '../dashboard/dashlets.ts';
import { documentText } from '../dashboard/document-text.ts';
import { reportDocumentLimits } from '../limit/report.ts';
import { logoOwners } from '../brand/brand.ts';
import { Paint } from '../brand/paint.ts';
import { RichText } from './rich-text.ts';

const { maxSide, minSide } = reportDocumentLimits;

/** Id of a page, an item, a group or a variable. */
export const ReportKey = z.string().regex(/^[\w-]{1,40}$/, 'KEY_INVALID');

/** Pixels at 96 dpi from the top left corner of the page. */
export const Frame = z.strictObject({
  x: z.number().min(-maxSide).max(maxSide),
  y: z.number().min(-maxSide).max(maxSide),
  width: z.number().min(minSide).max(maxSide),
  height: z.number().min(minSide).max(maxSide),
});
export type Frame = z.infer<typeof Frame>;

const common = {
  /** Unique in the document; the id of the data request of a dashlet. */
  id: ReportKey,
  frame: Frame,
  /** Items with the same group are selected and moved together. */
  group: ReportKey.optional(),
  /** It is neither selected nor moved on the page. */
  locked: z.boolean().default(false),
};

export const shapeKinds = ['rectangle', 'ellipse', 'triangle', 'line', 'arrow'] as const;
export const strokeStyles = ['solid', 'dashed', 'dotted'] as const;
export const imageFits = ['contain', 'cover', 'fill'] as const;

const DashletItem = z.strictObject({
  ...common,
  kind: z.literal('dashlet'),
  content: ContentOfDashlet.refine(({ type }) => type !== 'iframe', {
    error: 'IFRAME_NOT_IN_REPORT',
    path: ['type'],
  }),
  /** Variables that select what it shows, before those of its page. */
  variables: z.array(ReportKey).max(reportDocumentLimits.maxVariables).default([]),
  /** Behind the content; absent: none. */
  background: Paint.optional(),
});
const TextItem = z.strictObject({
  ...common,
  kind: z.literal('text'),
  text: RichText,
  background: Paint.optional(),
  /** Pixels between the frame and the text. */
  padding: z.int().min(0).max(100).default(4),
  vertical: z.enum(['top', 'middle', 'bottom']).default('top'),
});
const ImageItem = z.strictObject({
  ...common,
  kind: z.literal('image'),
  /** Id in the library of images. Null: it is not known here, as after an import. */
  image: z.int().positive().nullable(),
  /** It shows the logo of the provider, or of the customer whose report it is, instead of an image of the library. */
  logo: z.enum(logoOwners).optional(),
  fit: z.enum(imageFits).default('contain'),
  /** What it shows, for those who do not see it; empty: it decorates. */
  alt: documentText(200),
});
const ShapeItem = z.strictObject({
  ...common,
  kind: z.literal('shape'),
  shape: z.enum(shapeKinds),
  /** Absent: none. */
  fill: Paint.optional(),
  stroke: Paint.optional(),
  strokeWidth: z.number().min(0).max(100).default(1),
  strokeStyle: z.enum(strokeStyles).default('solid'),
  /** Of the corners of a rectangle, in pixels. */
  radius: z.number().min(0).max(500).default(0),
});

export const ReportItem = z.discriminatedUnion('kind', [DashletItem, TextItem, ImageItem, ShapeItem]);
export type ReportItem = z.infer<typeof ReportItem>;
export type ItemKind = ReportItem['kind'];
export const itemKinds = ['dashlet', 'text', 'image', 'shape'] as const satisfies readonly ItemKind[];
export type ItemOf<Kind extends ItemKind> = Extract<ReportItem, { kind: Kind }>;
