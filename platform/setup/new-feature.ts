/** `npm run new-feature NAME`: the files of a feature in each tier, so that features stay alike. Nothing is overwritten. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [name = ''] = process.argv.slice(2);
if (!/^[a-z]+(-[a-z]+)*$/.test(name)) {
  console.error('Give the feature its word of the specification, in kebab-case: npm run new-feature cluster');
  process.exit(1);
}

const camel = name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
const pascal = `${camel.charAt(0).toUpperCase()}${camel.slice(1)}`;

const files: Readonly<Record<string, string>> = {
  [`schemas/${name}/routes.ts`]: `import { z } from 'zod';
import { API, route } from '../route.ts';

export const read${pascal} = route({
  method: 'GET',
  path: \`\${API}/customers/:customerId/${name}\`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: '',
  params: z.strictObject({ customerId: z.coerce.number().int().positive() }),
  reply: z.strictObject({}),
});
`,
  [`console/server/features/${name}/${name}-plugin.ts`]: `import type { FastifyInstance } from 'fastify';
import { read${pascal} } from '#schemas/${name}/routes.ts';
import { serve } from '../../kernel/route/serve.ts';

export function ${camel}Plugin(app: FastifyInstance): void {
  serve(app, read${pascal}, () => ({}));
}
`,
  [`console/web/features/${name}/texts/en.ts`]: `export const en = { title: '' };\n`,
  [`console/web/features/${name}/texts/fr.ts`]: `import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = { title: '' } satisfies Like<typeof en>;
`,
  [`console/web/features/${name}/use-${name}-texts.ts`]: `import { defineTexts } from '#web/lib/text.ts';
import { en } from './texts/en.ts';
import { fr } from './texts/fr.ts';

export const use${pascal}Texts = defineTexts('${name}', en, fr);
`,
  [`console/web/features/${name}/${pascal}Page.tsx`]: `import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { use${pascal}Texts } from './use-${name}-texts.ts';

export function ${pascal}Page() {
  const texts = use${pascal}Texts();
  return <PageHeader title={texts('title')} />;
}
`,
};

const root = join(import.meta.dirname, '..', '..');
for (const [path, text] of Object.entries(files)) {
  const file = join(root, path);
  if (existsSync(file)) {
    console.log(`is there already: ${path}`);
    continue;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(path);
}
console.log(
  `\nNow: give read${pascal} its permission and summary, register ${camel}Plugin in console/server/composition/app.ts, add the page to its scope in console/web/routes, and add the module to schemas/menu/modules.ts.`,
);
