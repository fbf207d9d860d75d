import { describe, expect, it } from 'vitest';
import { participleTypes, repeatedTypes } from './words/known-type-names.ts';
import { participleNames, repeatedNames } from './words/type-names.ts';
import { MAX_PER_THOUSAND, wordsPerThousand } from './words/word-families.ts';

describe('words that hide what is meant (ask, answer, question, kept, gone, beside, beyond, whole, rest, wanted)', () => {
  it('are rare in every folder', () => {
    const over = [...wordsPerThousand()].flatMap(([folder, words]) =>
      words > MAX_PER_THOUSAND
        ? [`${folder}: ${String(words)} per 1,000 lines, ${String(MAX_PER_THOUSAND)} at most`]
        : [],
    );
    expect(over).toEqual([]);
  });
});

describe('names of types', () => {
  it('are nouns: no bare participle but those listed, which become fewer', () => {
    expect(participleNames()).toEqual(participleTypes);
  });

  it('have one meaning: none is private to three files but those listed, which become fewer', () => {
    expect(repeatedNames()).toEqual(repeatedTypes);
  });
});
