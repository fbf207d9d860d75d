import type { Feature } from './feature.ts';
import { pageFiles } from './page-files.ts';
import { textLines, webTexts } from './web-texts.ts';

/** Page, columns, form, address, texts and the test of the screen, by path. */
export function webFiles(feature: Feature): Readonly<Record<string, string>> {
  const { name, camel, pascal, list, table, route } = feature;
  const folder = `console/web/features/${name}`;
  return {
    [`${folder}/texts/en.ts`]: `import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {\n${textLines(webTexts(feature, 'en'))}\n} as const;

export const use${pascal}Texts = defineTexts('${name}', en, fr);
`,
    [`${folder}/texts/fr.ts`]: `import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {\n${textLines(webTexts(feature, 'fr'))}\n} satisfies Like<typeof en>;\n`,
    [`${folder}/${name}-search.ts`]: `import { z } from 'zod';
import { searchHook } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

const ${pascal}Search = z.object({
  q: searchValue.text(),
  sort: searchValue.text(),
  /** The form: \`new\`, or the id of a ${camel}. */
  edit: searchValue.text(),
  /** The ${camel} whose deletion is being confirmed. */
  remove: searchValue.id(),
});

export const ${camel}Search = versionedSearch(${pascal}Search, []);
export const use${pascal}Search = searchHook<z.output<typeof ${pascal}Search>>('/shell${route}');
`,
    [`${folder}/${name}-columns.ts`]: `import type { ${pascal} } from '#schemas/${name}/${name}.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { en } from './texts/en.ts';

export const ${camel}Columns = (text: Translate<typeof en>): readonly Column<${pascal}>[] => [
  { ...textColumn('name', text('name'), ({ name }: ${pascal}) => name), fixed: true },
];
`,
    [`console/web/routes/pages/${name}.ts`]: `import { createRoute } from '@tanstack/react-router';
import { ${camel}Search } from '#web/features/${name}/${name}-search.ts';
import { lazyPage } from '../lazy-page.ts';
import { menuPath } from '../menu-path.ts';
import { shell } from '../shell.ts';

const ${camel} = createRoute({
  getParentRoute: () => shell,
  path: menuPath('${route}'),
  validateSearch: ${camel}Search,
  component: lazyPage(() => import('#web/features/${name}/${pascal}Page.tsx'), '${pascal}Page'),
});

export const ${camel}Routes = [${camel}] as const;
`,
    ...pageFiles(feature),
    [`tests/screens/${name}.test.ts`]: `import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { chooseAction } from './support/row-menu.ts';
import { shot } from './support/shot.ts';

const telltale = await consoleOfFile();

describe('the page of ${list}', () => {
  it('creates, renames and deletes a ${camel}', async () => {
    const { page, complaints, close } = await telltale.open('${route}');
    await page.getByRole('button', { name: '${webTexts(feature, 'en')['add'] ?? ''}' }).click();
    const form = page.getByRole('dialog', { name: '${webTexts(feature, 'en')['createTitle'] ?? ''}' });
    await form.getByLabel('Name').fill('First');
    await form.getByRole('button', { name: 'Add' }).click();
    await chooseAction(page, 'Actions on First', 'Edit…');
    const edit = page.getByRole('dialog', { name: 'Edit First' });
    await edit.getByLabel('Name').fill('Second');
    await edit.getByRole('button', { name: 'Save' }).click();
    await shot(page, '${name}');
    await chooseAction(page, 'Actions on Second', 'Delete…');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('${webTexts(feature, 'en')['emptyTitle'] ?? ''}').waitFor();
    const rows = await telltale.stack.db.selectFrom('${table}').selectAll().execute();
    expect(rows).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('is accessible', async () => {
    const { page, close } = await telltale.open('${route}');
    await page.getByText('${webTexts(feature, 'en')['emptyTitle'] ?? ''}').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await close();
  });
});
`,
  };
}
