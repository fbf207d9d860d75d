import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { configurationFile, readConfiguration } from '#schemas/configuration/configuration.ts';
import { call } from '#web/kernel/api/call.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { downloadText } from '#web/lib/download-text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { configurationColumns, configurationRows, type ConfigurationRow } from './configuration-columns.tsx';
import { useConfigurationSearch } from './configuration-search.ts';
import { useConfigurationTexts } from './texts/en.ts';

const idOf = ({ id }: ConfigurationRow): string => id;
const nameOf = ({ name }: ConfigurationRow): string => name;

/** The effective configuration of every process, and its download. */
export function ConfigurationPage() {
  const text = useConfigurationTexts();
  const { search, change } = useConfigurationSearch();
  const query = useQuery({
    queryKey: ['configuration'],
    queryFn: async ({ signal }) => (await call(readConfiguration, { signal })).processes,
  });
  const rows = useMemo(() => configurationRows(query.data ?? []), [query.data]);
  const { shown, state } = useListPanel({
    ...{ query, rows, q: search.q, change },
    textsOf: ({ process, name, value }) => [process, name, value ?? ''],
    empty: { title: text('none') },
  });
  const columns = useMemo(() => configurationColumns(text), [text]);
  const sorting = useMemo(() => sortingFrom(search.sort), [search.sort]);
  const download = () =>
    downloadText('telltale.env', { text: configurationFile(query.data ?? []), type: 'text/plain' });
  return (
    <div className="tt-page">
      <PageHeader title={text('title')} aside={<span className="tt-muted">{text('lead')}</span>} />
      <Toolbar
        label={text('title')}
        end={
          query.data !== undefined && (
            <Button icon={<IconDownload size={15} />} onClick={download}>
              {text('download')}
            </Button>
          )
        }
      >
        <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
      </Toolbar>
      <Panel label={text('title')} state={state}>
        <DataTable
          name="configuration"
          label={text('title')}
          rows={shown}
          columns={columns}
          rowId={idOf}
          rowName={nameOf}
          density={useDensity()}
          sorting={sorting}
          onSort={(next) => change({ sort: sortingText(next) })}
        />
      </Panel>
    </div>
  );
}
