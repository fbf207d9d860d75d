import { mergeAttributes, Node, type Extensions } from '@tiptap/core';
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
        color ? { style: `color: ${color}` } : {},
    },
    size: {
      default: null,
      renderHTML: ({ size }: { readonly size?: number | null }) =>
        size ? { style: `font-size: ${String(size)}px` } : {},
    },
  }),
});

/** What a text of a report may contain, and nothing else. */
export const textExtensions: Extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: false,
    heading: { levels: [1, 2, 3] },
  }),
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  Styled,
  Field,
];
