import { describe, expect, it } from 'vitest';
import { richTextFrom } from './rich-text-json.ts';

const text = (value: string, more: object = {}) => ({ type: 'text', text: value, ...more });

describe('a text of the editor', () => {
  it.each([
    [
      'a paragraph without what is null',
      { type: 'paragraph', attrs: { textAlign: null }, content: [text('a')] },
      { type: 'paragraph', content: [text('a')] },
    ],
    [
      'a heading with its alignment',
      { type: 'heading', attrs: { level: 2, textAlign: 'center' }, content: [text('a')] },
      { type: 'heading', attrs: { level: 2, textAlign: 'center' }, content: [text('a')] },
    ],
    [
      'marks, of styles those that are set',
      {
        type: 'paragraph',
        content: [
          text('a', {
            marks: [{ type: 'bold' }, { type: 'textStyle', attrs: { color: '#ff0000', size: null } }],
          }),
        ],
      },
      {
        type: 'paragraph',
        content: [
          text('a', { marks: [{ type: 'bold' }, { type: 'textStyle', attrs: { color: '#ff0000' } }] }),
        ],
      },
    ],
    [
      'no links, and nothing else that is unknown',
      {
        type: 'paragraph',
        content: [text('a', { marks: [{ type: 'link', attrs: { href: 'x' } }] }), { type: 'image' }],
      },
      { type: 'paragraph', content: [text('a')] },
    ],
    [
      'lists without their numbering',
      {
        type: 'orderedList',
        attrs: { start: 1, type: null },
        content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [text('a')] }] }],
      },
      {
        type: 'orderedList',
        content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [text('a')] }] }],
      },
    ],
    [
      'fields',
      { type: 'paragraph', content: [{ type: 'field', attrs: { name: 'Site' } }] },
      { type: 'paragraph', content: [{ type: 'field', attrs: { name: 'Site' } }] },
    ],
  ])('stores %s', (_, given, stored) => {
    expect(richTextFrom({ type: 'doc', content: [given] })).toEqual({ type: 'doc', content: [stored] });
  });

  it('is not stored when it is too long', () => {
    const content = [{ type: 'paragraph', content: [text('a'.repeat(30_000))] }];
    expect(richTextFrom({ type: 'doc', content })).toBeUndefined();
  });
});
