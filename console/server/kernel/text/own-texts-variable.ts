import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { kernelProblems } from '#schemas/problem/family/kernel-problems.ts';
import type { NamedTexts } from '#schemas/text/own-texts.ts';
import { readOwnTexts, type OwnTexts, type OwnTextsResult } from './read-own-texts.ts';

/** Written by the build of the console. */
const catalogueFile = fileURLToPath(new URL('../../../../dist/texts.json', import.meta.url));

/** The English texts of the product; undefined: the console is not built. */
function readCatalogue(): NamedTexts | undefined {
  try {
    return JSON.parse(readFileSync(catalogueFile, 'utf8')) as NamedTexts;
  } catch {
    return undefined;
  }
}

function readFolder(folder: string): OwnTextsResult {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    return { faults: [`expected a folder that exists, got ${JSON.stringify(folder)}`] };
  const known = readCatalogue();
  return known === undefined
    ? { faults: ['expected the console to be built, which lists its texts in dist/texts.json'] }
    : readOwnTexts(folder, known);
}

/** The texts of a folder whose files were checked. */
export function ownTextsIn(folder: string): readonly OwnTexts[] {
  const result = folder === '' ? { texts: [] } : readFolder(resolve(folder));
  if ('texts' in result) return result.texts;
  throw new Error(`the texts in ${folder} changed during the start: ${result.faults[0]}`);
}

/** A folder of texts of the installation; empty when it is not set. Every fault of its files has a line below it. */
export const ownTextsVariable = () =>
  z
    .string()
    .optional()
    .transform((text, context): string => {
      const folder = text?.trim() ?? '';
      if (folder === '') return '';
      const result = readFolder(resolve(folder));
      if ('texts' in result) return folder;
      const lines = [kernelProblems.TRANSLATION_OVERRIDE_FAILED.en, ...result.faults];
      context.addIssue({ code: 'custom', message: lines.join('\n  ') });
      return z.NEVER;
    });
