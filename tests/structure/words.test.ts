import { describe, expect, it } from 'vitest';
import { participleTypes, repeatedTypes } from './words/known-type-names.ts';
import { participleNames, repeatedNames } from './words/type-names.ts';
import { wordBudgets } from './words/word-budgets.ts';
import { NEW_FOLDER_PER_THOUSAND, wordsPerThousand } from './words/word-families.ts';

/** A budget this much above what a folder has is lowered: \`npm run words\`. */
const STALE = 1.2;

describe('words that hide what is meant (ask, answer, question, kept, gone, beside, beyond, whole, rest, wanted)', () => {
  const now = wordsPerThousand();

  it('become no more in any folder', () => {
    const over = [...now].flatMap(([folder, words]) => {
      const budget = wordBudgets[folder] ?? NEW_FOLDER_PER_THOUSAND;
      return words > budget ? [`${folder}: ${String(words)} per 1,000 lines, ${String(budget)} at most`] : [];
    });
    expect(over).toEqual([]);
  });

  it('have budgets that fall with them', () => {
    const stale = Object.entries(wordBudgets).flatMap(([folder, budget]) => {
      const words = Math.max(now.get(folder) ?? 0, NEW_FOLDER_PER_THOUSAND);
      return budget > words * STALE
        ? [`${folder}: ${String(budget)}, of which it needs ${String(words)}`]
        : [];
    });
    expect(stale).toEqual([]);
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
