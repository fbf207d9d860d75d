import type { Feature } from './feature.ts';

/** The words of a generated page, in both languages. */
const texts = (
  { pascal, plural }: Pick<Feature, 'pascal' | 'plural'>,
  language: 'en' | 'fr',
): Readonly<Record<string, string>> =>
  language === 'en'
    ? {
        title: plural,
        add: `Add ${pascal.toLowerCase()}`,
        toolbar: plural,
        find: 'Search',
        name: 'Name',
        actions: 'Actions',
        edit: 'Edit {{name}}',
        delete: 'Delete {{name}}',
        emptyTitle: `No ${plural.toLowerCase()} yet`,
        createTitle: `New ${pascal.toLowerCase()}`,
        editTitle: 'Edit {{name}}',
        create: 'Add',
        save: 'Save',
        deleteTitle: 'Delete {{name}}?',
        deleteConsequence: 'This cannot be undone.',
        confirmDelete: 'Delete',
        wasSaved: '{{name}} saved',
        wasDeleted: '{{name}} deleted',
      }
    : {
        title: plural,
        add: 'Ajouter',
        toolbar: plural,
        find: 'Rechercher',
        name: 'Nom',
        actions: 'Actions',
        edit: 'Modifier {{name}}',
        delete: 'Supprimer {{name}}',
        emptyTitle: 'Aucun élément',
        createTitle: 'Nouvel élément',
        editTitle: 'Modifier {{name}}',
        create: 'Ajouter',
        save: 'Enregistrer',
        deleteTitle: 'Supprimer {{name}}\\u00A0?',
        deleteConsequence: 'Cette action est irréversible.',
        confirmDelete: 'Supprimer',
        wasSaved: '{{name}} enregistré',
        wasDeleted: '{{name}} supprimé',
      };

const objectOf = (lines: Readonly<Record<string, string>>): string =>
  Object.entries(lines)
    .map(([key, text]) => `  ${key}: '${text}',`)
    .join('\n');

/** Page, columns, form, queries, address, texts and the test of the screen, by path. */
export function webFiles(feature: Feature): Readonly<Record<string, string>> {
  const { name, camel, pascal, plural, list, table, route } = feature;
  const folder = `console/web/features/${name}`;
  return {
    [`${folder}/texts/en.ts`]: `export const en = {\n${objectOf(texts(feature, 'en'))}\n} as const;\n`,
    [`${folder}/texts/fr.ts`]: `import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {\n${objectOf(texts(feature, 'fr'))}\n} satisfies Like<typeof en>;\n`,
    [`${folder}/use-${name}-texts.ts`]: `import { defineTexts } from '#web/lib/text.ts';
import { en } from './texts/en.ts';
import { fr } from './texts/fr.ts';

export const use${pascal}Texts = defineTexts('${camel}', en, fr);
`,
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
    [`${folder}/use-${list}.ts`]: `import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { list${plural} } from '#schemas/${name}/routes.ts';
import { call } from '#web/kernel/api/call.ts';

const ${list} = queryOptions({
  queryKey: ['${list}'],
  queryFn: async ({ signal }) => (await call(list${plural}, { signal })).${list},
});

export const use${plural} = () => useQuery(${list});

/** Reads the ${list} again. */
export function useRefresh${plural}(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['${list}'] });
}
`,
    [`${folder}/${name}-columns.tsx`]: `import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ${pascal} } from '#schemas/${name}/${name}.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { actionsColumn, textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import type { en } from './texts/en.ts';

export interface ${pascal}ColumnOptions {
  readonly text: Translate<typeof en>;
  readonly disabledReason: string | undefined;
  readonly onEdit: (${camel}: ${pascal}) => void;
  readonly onRemove: (${camel}: ${pascal}) => void;
}

const actions = ({
  text,
  disabledReason,
  onEdit,
  onRemove,
}: ${pascal}ColumnOptions): Column<${pascal}> =>
  actionsColumn(text('actions'), 84, (${camel}, { active }) => (
    <>
      <IconButton
        small
        tabIndex={active ? 0 : -1}
        label={text('edit', { name: ${camel}.name })}
        icon={<IconPencil size={15} />}
        disabledReason={disabledReason}
        onClick={() => onEdit(${camel})}
      />
      <IconButton
        small
        tabIndex={active ? 0 : -1}
        label={text('delete', { name: ${camel}.name })}
        icon={<IconTrash size={15} />}
        disabledReason={disabledReason}
        onClick={() => onRemove(${camel})}
      />
    </>
  ));

export const ${camel}Columns = (options: ${pascal}ColumnOptions): readonly Column<${pascal}>[] => [
  { ...textColumn('name', options.text('name'), ({ name }: ${pascal}) => name), fixed: true },
  actions(options),
];
`,
    [`${folder}/${pascal}FormDialog.tsx`]: `import { ${pascal}Draft } from '#schemas/${name}/${name}.ts';
import type { ${pascal} } from '#schemas/${name}/${name}.ts';
import { create${pascal}, update${pascal} } from '#schemas/${name}/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { TextField } from '#web/ui/field/TextField.tsx';
import { use${pascal}Texts } from './use-${name}-texts.ts';
import { useRefresh${plural} } from './use-${list}.ts';

interface Props {
  /** Undefined: a new one. */
  readonly ${camel}: ${pascal} | undefined;
  readonly onClose: () => void;
}

/** Creates or updates a ${camel}. */
export function ${pascal}FormDialog({ ${camel}, onClose }: Props) {
  const text = use${pascal}Texts();
  const refresh = useRefresh${plural}();
  const form = useForm<${pascal}Draft>({
    initial: { name: ${camel}?.name ?? '' },
    contract: ${pascal}Draft,
    async store(draft) {
      if (${camel} === undefined) await call(create${pascal}, { body: draft });
      else {
        const { id, version } = ${camel};
        await call(update${pascal}, { params: { id }, body: { ...draft, version } });
      }
      showToast({ text: text('wasSaved', { name: draft.name }) });
      await refresh();
    },
    onSaved: onClose,
    onClosed: onClose,
  });
  return (
    <FormDialog
      title={${camel} === undefined ? text('createTitle') : text('editTitle', { name: ${camel}.name })}
      form={form}
      disabledReason={useDisabledReason(create${pascal})}
      action={text(${camel} === undefined ? 'create' : 'save')}
    >
      <TextField required {...entryOf(form, 'name')} label={text('name')} />
    </FormDialog>
  );
}
`,
    [`${folder}/${pascal}Page.tsx`]: `import { useMemo } from 'react';
import { IconPlus } from '@tabler/icons-react';
import type { ${pascal} } from '#schemas/${name}/${name}.ts';
import { create${pascal}, delete${pascal} } from '#schemas/${name}/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { useListAction } from '#web/kernel/api/use-list-action.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { ${pascal}FormDialog } from './${pascal}FormDialog.tsx';
import { ${camel}Columns } from './${name}-columns.tsx';
import { use${pascal}Search } from './${name}-search.ts';
import { use${pascal}Texts } from './use-${name}-texts.ts';
import { useRefresh${plural}, use${plural} } from './use-${list}.ts';

const ${camel}Id = ({ id }: ${pascal}): string => String(id);
const ${camel}Name = ({ name }: ${pascal}): string => name;
const textsOf${pascal} = ({ name }: ${pascal}) => [name];

function ${pascal}List() {
  const text = use${pascal}Texts();
  const { search, change } = use${pascal}Search();
  const query = use${plural}();
  const { shown, state } = useListPanel({
    query,
    rows: query.data,
    q: search.q,
    textsOf: textsOf${pascal},
    change,
    empty: { title: text('emptyTitle') },
  });
  const disabledReason = useDisabledReason(create${pascal});
  const columns = useMemo(
    () =>
      ${camel}Columns({
        text,
        disabledReason,
        onEdit: ({ id }) => change({ edit: String(id) }),
        onRemove: ({ id }) => change({ remove: id }),
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- changing the address needs nothing of what was rendered
    [text, disabledReason],
  );
  const sorting = useMemo(() => sortingFrom(search.sort), [search.sort]);
  return (
    <>
      <Toolbar label={text('toolbar')}>
        <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
      </Toolbar>
      <Panel label={text('title')} state={state}>
        <DataTable
          label={text('title')}
          rows={shown}
          columns={columns}
          rowId={${camel}Id}
          rowName={${camel}Name}
          density={useDensity()}
          sorting={sorting}
          onSort={(next) => change({ sort: sortingText(next) })}
          onOpen={({ id }) => change({ edit: String(id) })}
        />
      </Panel>
    </>
  );
}

/** The form or confirmation of the address. */
function Dialogs() {
  const text = use${pascal}Texts();
  const { search, change } = use${pascal}Search();
  const { data = [] } = use${plural}();
  const runAction = useListAction(useRefresh${plural}());
  const edited = data.find(({ id }) => String(id) === search.edit);
  const removed = data.find(({ id }) => id === search.remove);
  return (
    <>
      {(search.edit === 'new' || edited !== undefined) && (
        <${pascal}FormDialog
          key={search.edit}
          ${camel}={edited}
          onClose={() => change({ edit: undefined })}
        />
      )}
      {removed !== undefined && (
        <ConfirmDialog
          open
          title={text('deleteTitle', { name: removed.name })}
          consequence={text('deleteConsequence')}
          action={text('confirmDelete')}
          onClose={() => change({ remove: undefined })}
          onConfirm={() => {
            change({ remove: undefined });
            runAction(
              () => call(delete${pascal}, { params: { id: removed.id } }),
              text('wasDeleted', { name: removed.name }),
            );
          }}
        />
      )}
    </>
  );
}

/** The ${list}. */
export function ${pascal}Page() {
  const text = use${pascal}Texts();
  const { change } = use${pascal}Search();
  const actions = (
    <Button
      kind="primary"
      icon={<IconPlus size={15} />}
      disabledReason={useDisabledReason(create${pascal})}
      onClick={() => change({ edit: 'new' })}
    >
      {text('add')}
    </Button>
  );
  return (
    <div className="tt-page">
      <PageHeader title={text('title')} actions={actions} />
      <${pascal}List />
      <Dialogs />
    </div>
  );
}
`,
    [`tests/screens/${name}.test.ts`]: `import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from './support/accessibility.ts';
import { consoleOfFile } from './support/console-of-file.ts';
import { shot } from './support/shot.ts';

const telltale = await consoleOfFile();

describe('the page of ${list}', () => {
  it('creates, renames and deletes a ${camel}', async () => {
    const { page, complaints, close } = await telltale.open('${route}');
    await page.getByRole('button', { name: '${texts(feature, 'en')['add'] ?? ''}' }).click();
    const form = page.getByRole('dialog', { name: '${texts(feature, 'en')['createTitle'] ?? ''}' });
    await form.getByLabel('Name').fill('First');
    await form.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'Edit First' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit First' });
    await edit.getByLabel('Name').fill('Second');
    await edit.getByRole('button', { name: 'Save' }).click();
    await shot(page, '${name}');
    await page.getByRole('button', { name: 'Delete Second' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('${texts(feature, 'en')['emptyTitle'] ?? ''}').waitFor();
    const rows = await telltale.stack.db.selectFrom('${table}').selectAll().execute();
    expect(rows).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('is accessible', async () => {
    const { page, close } = await telltale.open('${route}');
    await page.getByText('${texts(feature, 'en')['emptyTitle'] ?? ''}').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await close();
  });
});
`,
  };
}
