import { z } from 'zod';
import { reportDocumentLimits } from '../limit/report.ts';
import { Paint } from '../brand/paint.ts';

/** What the product fills into a text by itself; other fields are names of variables. */
export const builtInFields = [
  ...(['report', 'customer', 'period', 'date', 'page', 'pages', 'element'] as const),
] as const;
export type BuiltInField = (typeof builtInFields)[number];
export const isBuiltIn = (name: string): name is BuiltInField =>
  (builtInFields as readonly string[]).includes(name);

const Mark = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('bold') }),
  z.strictObject({ type: z.literal('italic') }),
  z.strictObject({ type: z.literal('underline') }),
  z.strictObject({ type: z.literal('strike') }),
  z.strictObject({
    type: z.literal('textStyle'),
    attrs: z.strictObject({
      color: Paint.optional(),
      /** Pixels at 96 dpi. */
      size: z.int().min(6).max(200).optional(),
    }),
  }),
]);
export type TextMark = z.infer<typeof Mark>;
const marks = z.array(Mark).max(8).optional();

const characters = z
  .string()
  .min(1)
  .max(reportDocumentLimits.maxText)
  .regex(/^[^\p{Cc}]*$/u, 'CONTROL_CHARACTER');

const Inline = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: characters, marks }),
  z.strictObject({ type: z.literal('hardBreak') }),
  /** Filled when a page is shown: a built-in field, or the selection of a variable. */
  z.strictObject({
    type: z.literal('field'),
    attrs: z.strictObject({ name: z.string().min(1).max(120) }),
    marks,
  }),
]);
export type TextInline = z.infer<typeof Inline>;

export const textAlignments = ['left', 'center', 'right', 'justify'] as const;
const textAlign = z.enum(textAlignments).optional();
const content = z.array(Inline).max(2_000).optional();

const Paragraph = z.strictObject({
  type: z.literal('paragraph'),
  attrs: z.strictObject({ textAlign }).optional(),
  content,
});
const Heading = z.strictObject({
  type: z.literal('heading'),
  attrs: z.strictObject({ level: z.int().min(1).max(3), textAlign }),
  content,
});
type Paragraph = z.infer<typeof Paragraph>;
type Heading = z.infer<typeof Heading>;

interface TextListItem {
  readonly type: 'listItem';
  readonly content: readonly TextBlock[];
}
export interface TextList {
  readonly type: 'bulletList' | 'orderedList';
  readonly content: readonly TextListItem[];
}
export type TextLine = Paragraph | Heading;
export type TextBlock = TextLine | TextList;

/** Blocks with lists of a depth: the depth is bounded, so that the schema is. */
function blocks(depth: number): z.ZodType<TextBlock> {
  const plain = z.discriminatedUnion('type', [Paragraph, Heading]);
  if (depth === 0) return plain;
  const Item = z.strictObject({
    type: z.literal('listItem'),
    content: z
      .array(blocks(depth - 1))
      .min(1)
      .max(200),
  });
  const List = z.strictObject({
    type: z.enum(['bulletList', 'orderedList']),
    content: z.array(Item).min(1).max(500),
  });
  return z.union([plain, List]);
}

/** A text with formatting, as a value: no markup is ever parsed. */
export const RichText = z.strictObject({
  type: z.literal('doc'),
  content: z.array(blocks(reportDocumentLimits.maxListDepth)).max(500),
});
export type RichText = z.infer<typeof RichText>;

/** A text of one paragraph. */
export const richTextOf = (text: string, textMarks: readonly TextMark[] = []): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text, marks: [...textMarks] }] }],
});

const inlinesOf = (block: TextBlock): readonly TextInline[] => {
  if (block.type === 'paragraph' || block.type === 'heading') return block.content ?? [];
  return block.content.flatMap((item) => item.content.flatMap(inlinesOf));
};

/** Names of the fields that a text contains. */
export const fieldsIn = ({ content: all }: RichText): readonly string[] =>
  all.flatMap(inlinesOf).flatMap((inline) => (inline.type === 'field' ? [inline.attrs.name] : []));

/** The text without formatting: names an item in lists. */
export const plainText = ({ content: all }: RichText): string =>
  all
    .map((block) =>
      inlinesOf(block)
        .map((inline) => {
          if (inline.type === 'text') return inline.text;
          return inline.type === 'field' ? `{${inline.attrs.name}}` : ' ';
        })
        .join(''),
    )
    .join(' ')
    .trim();
