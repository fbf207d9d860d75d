import { letterPaintOf } from '#schemas/brand/paint.ts';
import { mergeAttributes, Node, type Extensions } from '@tiptap/core';
import { Heading } from '@tiptap/extension-heading';
import { TextAlign } from '@tiptap/extension-text-align';
import { TextStyle } from '@tiptap/extension-text-style';
import { StarterKit } from '@tiptap/starter-kit';

/** A field that is filled when a page is shown. */
const Field = Node.create({
  name: 'field',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ name: { default: '' } }),
  parseHTML: () => [
    { tag: 'span[data-field]', getAttrs: (element) => ({ name: element.dataset['field'] ?? '' }) },
  ],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { 'data-field': String(node.attrs['name']), class: 'tt-report-field' }),
    `{${String(node.attrs['name'])}}`,
  ],
  renderText: ({ node }) => `{${String(node.attrs['name'])}}`,
});

/** Colour and size of characters. */
const Styled = TextStyle.extend({
  addAttributes: () => ({
    color: {
      default: null,
      renderHTML: ({ color }: { readonly color?: string | null }) =>
        color ? { style: `color: ${letterPaintOf(color) ?? color}` } : {},
    },
    size: {
      default: null,
      renderHTML: ({ size }: { readonly size?: number | null }) =>
        size ? { style: `font-size: ${String(size)}px` } : {},
    },
  }),
});

/** Headings as they are read: below the heading of the page. */
const Headings = Heading.extend({
  renderHTML({ node, HTMLAttributes }) {
    const level = Number(node.attrs['level']);
    const attributes = mergeAttributes(HTMLAttributes, { class: `tt-report-h${String(level)}` });
    return [`h${String(level + 1)}`, attributes, 0];
  },
}).configure({ levels: [1, 2, 3] });

/** What a text of a report may contain, and nothing else. */
export const textExtensions: Extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: false,
    heading: false,
  }),
  Headings,
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  Styled,
  Field,
];
