/** Types that keep the languages of a text set alike. */
export type TextTree = Readonly<Record<string, string>>;

/** Names between double braces. */
type Placeholder<S extends string> = S extends `${string}{{${infer Name}}}${infer Remaining}`
  ? Name | Placeholder<Remaining>
  : never;

type Holds<Name extends string> = [Name] extends [never]
  ? string
  : (Name extends string ? (text: `${string}{{${Name}${string}`) => void : never) extends (
        text: infer All,
      ) => void
    ? All & string
    : string;

type PluralStem<Key> = Key extends `${infer Stem}_other` ? Stem : never;

/** Same keys and, in each text, the same placeholders. French also knows `_many` (a million and more). */
export type Like<E extends TextTree> = { readonly [K in keyof E]: Holds<Placeholder<E[K]>> } & {
  readonly [K in PluralStem<keyof E> as `${K}_many`]?: string;
};

/** Keys for callers: plural keys without their suffix. */
export type TextKey<E extends TextTree> = {
  [K in keyof E & string]: K extends `${infer Stem}_one` ? Stem : K extends `${string}_other` ? never : K;
}[keyof E & string];

type TextOf<E extends TextTree, K extends string> = K extends keyof E
  ? E[K]
  : `${K}_other` extends keyof E
    ? E[`${K}_other`]
    : never;

type Plural<E extends TextTree, K extends string> = K extends keyof E ? never : 'count';

/** Values a text needs; none for a text without placeholders. */
export type Values<E extends TextTree, K extends string> = [
  Placeholder<TextOf<E, K>> | Plural<E, K>,
] extends [never]
  ? []
  : [
      values: {
        readonly [N in Placeholder<TextOf<E, K>> | Plural<E, K>]: N extends 'count'
          ? number
          : string | number;
      },
    ];

export type Translate<E extends TextTree> = <K extends TextKey<E>>(key: K, ...values: Values<E, K>) => string;
