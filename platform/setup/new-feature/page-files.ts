import type { Feature } from './feature.ts';

/** Page and form, by path. */
export function pageFiles(feature: Feature): Readonly<Record<string, string>> {
  const { name, camel, pascal, plural, list } = feature;
  const folder = `console/web/features/${name}`;
  return {
    [`${folder}/${pascal}FormDialog.tsx`]: `import { ${pascal}Draft, type ${pascal} } from '#schemas/${name}/${name}.ts';
import { create${pascal}, list${plural}, update${pascal} } from '#schemas/${name}/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { TextField } from '#web/ui/field/TextField.tsx';
import { use${pascal}Texts } from './texts/en.ts';

interface Props {
  /** Undefined: a new one. */
  readonly ${camel}: ${pascal} | undefined;
  readonly onClose: () => void;
}

/** Creates or updates a ${camel}. */
export function ${pascal}FormDialog({ ${camel}, onClose }: Props) {
  const text = use${pascal}Texts();
  const form = useForm<${pascal}Draft>({
    initial: { name: ${camel}?.name ?? '' },
    contract: ${pascal}Draft,
    store: (draft) =>
      ${camel} === undefined
        ? call(create${pascal}, { body: draft })
        : call(update${pascal}, { params: { id: ${camel}.id }, body: { ...draft, version: ${camel}.version } }),
    done: ({ name }) => text('wasSaved', { name }),
    touches: [list${plural}],
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
import { useQuery } from '@tanstack/react-query';
import type { ${pascal} } from '#schemas/${name}/${name}.ts';
import { create${pascal}, delete${pascal}, list${plural} } from '#schemas/${name}/routes.ts';
import { ListPage } from '#web/kernel/list/ListPage.tsx';
import { RemovalDialog } from '#web/kernel/list/RemovalDialog.tsx';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { ${pascal}FormDialog } from './${pascal}FormDialog.tsx';
import { ${camel}Columns } from './${name}-columns.ts';
import { use${pascal}Search } from './${name}-search.ts';
import { use${pascal}Texts } from './texts/en.ts';

const textsOf${pascal} = ({ name }: ${pascal}) => [name];

/** The ${list}. */
export function ${pascal}Page() {
  const text = use${pascal}Texts();
  const query = useQuery(routeQuery(list${plural}));
  return (
    <ListPage
      name="${name}"
      title={text('title')}
      add={text('add')}
      find={text('find')}
      empty={{ title: text('emptyTitle') }}
      address={use${pascal}Search()}
      query={query}
      rows={query.data?.${list}}
      columns={useMemo(() => ${camel}Columns(text), [text])}
      textsOf={textsOf${pascal}}
      writing={create${pascal}}
      renderForm={(${camel}, close) => (
        <${pascal}FormDialog key={${camel}?.id ?? 'new'} ${camel}={${camel}} onClose={close} />
      )}
      renderRemoval={({ id, name }, close) => (
        <RemovalDialog
          route={delete${pascal}}
          args={{ params: { id } }}
          touches={[list${plural}]}
          title={text('deleteTitle', { name })}
          consequence={text('deleteConsequence')}
          action={text('confirmDelete')}
          done={text('wasDeleted', { name })}
          onClose={close}
        />
      )}
    />
  );
}
`,
  };
}
