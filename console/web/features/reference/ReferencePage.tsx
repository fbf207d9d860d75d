import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { API } from '#schemas/route.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { DownloadButton } from '#web/kernel/download/DownloadButton.tsx';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { ScrollRegion } from '#web/ui/layout/ScrollRegion.tsx';
import { groupsOf, OpenApi, type OperationGroup } from './operation.ts';
import { OperationView } from './OperationView.tsx';
import { useReferenceTexts } from './texts/en.ts';
import './reference.css';

const DOCUMENT = `${API}/openapi.json`;

const useDocument = () =>
  useQuery({
    ...namedQuery('reference', [], async (signal) =>
      OpenApi.parse(await (await fetch(DOCUMENT, { signal })).json()),
    ),
    staleTime: Number.POSITIVE_INFINITY,
  });

function Groups({ groups }: { readonly groups: readonly OperationGroup[] }) {
  return groups.map(({ name, operations }) => (
    <section key={name} aria-label={name} className="tt-reference-group">
      <h2>{name}</h2>
      {operations.map((operation) => (
        <OperationView key={operation.id} operation={operation} />
      ))}
    </section>
  ));
}

/** Every API call, from the OpenAPI document of this server. */
export function ReferencePage() {
  const text = useReferenceTexts();
  const language = useLanguage();
  const [find, setFind] = useState<string>();
  const query = useDocument();
  const groups = useMemo(
    () => (query.data === undefined ? [] : groupsOf(query.data, find ?? '')),
    [query.data, find],
  );
  const count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  const file = <DownloadButton address={DOCUMENT} name="telltale-openapi.json" label={text('document')} />;
  return (
    <div className="tt-page">
      <PageHeader title={text('title')} actions={file} />
      <Toolbar label={text('toolbar')} end={<span className="tt-muted">{text('calls', { count })}</span>}>
        <SearchField label={text('find')} value={find} onChange={setFind} />
      </Toolbar>
      <Panel label={text('title')} state={panelStateOf(query, language)}>
        <ScrollRegion className="tt-reference" role="group" label={text('title')}>
          <p className="tt-muted">{text('hint')}</p>
          {count === 0 && <p>{text('nothing', { text: find ?? '' })}</p>}
          <Groups groups={groups} />
        </ScrollRegion>
      </Panel>
    </div>
  );
}
