import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { withoutInputRules } from './without-input-rules.ts';

const Name = z.string().trim().min(2).max(5).regex(/^\S+$/u);

describe('a reply', () => {
  it.each([
    ['a text that is too long, and its white space', Name, ' much too long '],
    ['an address that is none', z.email(), 'jane@corp'],
    ['a number outside its range', z.int().min(1).max(5), 9],
    ['a longer list', z.array(Name).max(1), ['a', 'b b']],
    ['an object that a refinement rejects', z.strictObject({ a: Name }).refine(() => false), { a: '' }],
    [
      'what is nested',
      z.strictObject({ a: z.array(z.strictObject({ b: Name.nullable() })) }),
      { a: [{ b: '' }] },
    ],
    ['a member of a union', z.union([z.literal(1), z.strictObject({ a: Name })]), { a: '' }],
    [
      'a member of a discriminated union',
      z.discriminatedUnion('is', [
        z.strictObject({ is: z.literal('a'), of: Name }),
        z.strictObject({ is: z.literal('b') }),
      ]),
      { is: 'a', of: '' },
    ],
    ['values of a record', z.record(z.string(), Name), { a: '' }],
    ['a tuple', z.tuple([Name, z.int().max(1)]), ['', 5]],
    ['an optional field', z.strictObject({ a: Name.optional() }), { a: '' }],
  ])('may contain %s', (_, schema, value) => {
    expect(schema.safeParse(value).success).toBe(false);
    const open = withoutInputRules(schema);
    expect(open.encode(value as never)).toEqual(value);
    expect(open.parse(value)).toEqual(value);
  });

  it.each([
    ['another type', z.strictObject({ a: Name }), { a: 5 }],
    ['a missing field', z.strictObject({ a: Name }), {}],
    ['an unknown field', z.strictObject({ a: Name }), { a: 'x', b: 'secret' }],
    ['a fraction where an integer belongs', z.strictObject({ a: z.int().min(1) }), { a: 1.5 }],
    ['an unknown member of a closed list', z.strictObject({ a: z.enum(['b']) }), { a: 'c' }],
  ])('may not contain %s', (_, schema, value) => {
    expect(withoutInputRules(schema).safeParse(value).success).toBe(false);
  });

  it('leaves the schema of the input as it is', () => {
    withoutInputRules(z.strictObject({ a: Name }));
    expect(Name.safeParse(' ').success).toBe(false);
  });

  it('may be recursive, also once the schema of the input was used', () => {
    const tree: z.ZodType = z.lazy(() => z.strictObject({ name: Name, parts: z.array(tree) }));
    tree.parse({ name: 'root', parts: [{ name: 'leaf', parts: [] }] });
    expect(withoutInputRules(tree).safeParse({ name: 'root', parts: [] }).success).toBe(true);
  });

  it('keeps defaults and conversions', () => {
    const schema = z.strictObject({ a: z.array(Name).max(2).default([]), b: z.coerce.date() });
    expect(withoutInputRules(schema).parse({ b: '2026-11-22' })).toEqual({
      a: [],
      b: new Date('2026-11-22'),
    });
  });
});
