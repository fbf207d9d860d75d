import type { Feature } from './feature.ts';

/** Page and form, by path. */
export function pageFiles(feature: Feature): Readonly<Record<string, string>> {
  const { name, camel, pascal, plural, list } = feature;
  const folder = `console/web/features/${name}`;
  return {
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
import { use${pascal}Texts } from './texts/en.ts';
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
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
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
import { use${pascal}Texts } from './texts/en.ts';
import { useRefresh${plural}, use${plural} } from './use-${list}.ts';

const ${camel}Id = ({ id }: ${pascal}): string => String(id);
const ${camel}Name = ({ name }: ${pascal}): string => name;
const textsOf${pascal} = ({ name }: ${pascal}) => [name];

function ${pascal}List() {
  const text = use${pascal}Texts();
  const resource = useResourceTexts();
  const { search, change } = use${pascal}Search();
  const query = use${plural}();
  const disabledReason = useDisabledReason(create${pascal});
  const { shown, state } = useListPanel({
    query,
    rows: query.data,
    q: search.q,
    textsOf: textsOf${pascal},
    change,
    empty: { title: text('emptyTitle'), add: { disabledReason, run: () => change({ edit: 'new' }) } },
  });
  const columns = useMemo(
    () =>
      ${camel}Columns({
        text,
        resource,
        disabledReason,
        onEdit: ({ id }) => change({ edit: String(id) }),
        onRemove: ({ id }) => change({ remove: id }),
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- changing the address needs nothing of what was rendered
    [text, resource, disabledReason],
  );
  const sorting = useMemo(() => sortingFrom(search.sort), [search.sort]);
  return (
    <>
      <Toolbar label={text('toolbar')}>
        <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
      </Toolbar>
      <Panel label={text('title')} state={state}>
        <DataTable
          name="${name}"
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
  };
}
