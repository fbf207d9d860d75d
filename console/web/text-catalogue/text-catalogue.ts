import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { problems } from '../../../schemas/problem/catalogue.ts';
import { PROBLEM_TEXTS, type NamedTexts } from '../../../schemas/text/own-texts.ts';

type TextModule = Readonly<Record<string, unknown>> & { readonly en: Readonly<Record<string, string>> };

/** The name under which a module of texts defines them. */
const nameOf = (module: TextModule): string | undefined =>
  Object.values(module).flatMap((each) =>
    typeof each === 'function' && 'names' in each ? (each.names as readonly string[]).slice(0, 1) : [],
  )[0];

/** The English texts of the console and of problems: those that an installation can replace. Read by the build, not by the console. */
export async function readTextCatalogue(root: string): Promise<NamedTexts> {
  const files = globSync('**/{text,texts}/en.ts', { cwd: root }).toSorted();
  const named = await Promise.all(
    files.map(async (file) => {
      const module = (await import(pathToFileURL(join(root, file)).href)) as TextModule;
      const name = nameOf(module);
      return name === undefined ? [] : [[name, module.en] as const];
    }),
  );
  const ofProblems = Object.entries(problems).map(([code, { en }]) => [code, en] as const);
  return Object.fromEntries([...named.flat(), [PROBLEM_TEXTS, Object.fromEntries(ofProblems)] as const]);
}
