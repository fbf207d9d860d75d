/** `npm run words`: lowers the budgets of words to what the folders have now, and drops folders that are gone. It never raises one. */
import { writeFileSync } from 'node:fs';
import { wordBudgets } from './word-budgets.ts';
import { NEW_FOLDER_PER_THOUSAND, wordsPerThousand } from './word-families.ts';

const lowered = [...wordsPerThousand()].flatMap(([folder, now]) => {
  const budget = Math.min(wordBudgets[folder] ?? NEW_FOLDER_PER_THOUSAND, now);
  const key = /^\w+$/.test(folder) ? folder : `'${folder}'`;
  return budget > NEW_FOLDER_PER_THOUSAND ? [`  ${key}: ${String(budget)},\n`] : [];
});
const name = 'wordBudgets';
writeFileSync(
  new URL('word-budgets.ts', import.meta.url),
  `/** Words of word-families.ts per 1,000 lines of a folder, at most; 10 where none is stated. \`npm run words\` lowers them. */
export const ${name}: Readonly<Record<string, number>> = {
${lowered.join('')}};
`,
);
