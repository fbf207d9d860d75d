import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { configurationFile, readConfiguration } from '#schemas/configuration/configuration.ts';
import { ListTable } from '#web/kernel/list/ListTable.tsx';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { downloadText } from '#web/lib/download-text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { configurationColumns, configurationRows, type ConfigurationRow } from './configuration-columns.tsx';
import { useConfigurationSearch } from './configuration-search.ts';
import { useConfigurationTexts } from './texts/en.ts';

const idOf = ({ id }: ConfigurationRow): string => id;
const nameOf = ({ name }: ConfigurationRow): string => name;
const textsOf = ({ process, name, value }: ConfigurationRow) => [process, name, value ?? ''];

/** The effective configuration of every process, and its download. */
export function ConfigurationPage() {
  const text = useConfigurationTexts();
  const address = useConfigurationSearch();
  const query = useQuery(routeQuery(readConfiguration));
  const processes = query.data?.processes;
  const rows = useMemo(() => processes && configurationRows(processes), [processes]);
  const columns = useMemo(() => configurationColumns(text), [text]);
  const download = () =>
    downloadText('telltale.env', { text: configurationFile(processes ?? []), type: 'text/plain' });
  const end = processes !== undefined && (
    <Button icon={<IconDownload size={15} />} onClick={download}>
      {text('download')}
    </Button>
  );
  return (
    <div className="tt-page">
      <PageHeader title={text('title')} aside={<span className="tt-muted">{text('lead')}</span>} />
      <ListTable
        name="configuration"
        label={text('title')}
        find={text('find')}
        address={address}
        query={query}
        rows={rows}
        columns={columns}
        rowId={idOf}
        rowName={nameOf}
        textsOf={textsOf}
        empty={{ title: text('none') }}
        renderEnd={() => end}
      />
    </div>
  );
}
