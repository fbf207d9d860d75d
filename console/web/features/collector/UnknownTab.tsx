import { Suspense, useMemo } from 'react';
import type { UnknownExporter } from '#schemas/collector/unknown-exporter.ts';
import { addDevice } from '#schemas/inventory/add-device.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { countColumn, textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { Time } from '#web/ui/text/Time.tsx';
import { useCollectorTexts, type en } from './texts/en.ts';
import { useUnknownExporters } from './collector-queries.ts';
import { useCollectorSearch } from './collector-search.ts';

const AddDeviceDialog = lazyOverlay(
  () => import('#web/kernel/add-device/AddDeviceDialog.tsx'),
  'AddDeviceDialog',
);

const none: readonly UnknownExporter[] = [];
const idOf = ({ address, protocol, domain }: UnknownExporter): string =>
  `${address}-${protocol}-${String(domain)}`;
const nameOf = ({ address }: UnknownExporter): string => address;

interface Options {
  readonly text: Translate<typeof en>;
  readonly language: Language;
  readonly disabledReason: string | undefined;
  readonly onAdopt: (address: string) => void;
}

function unknownColumns({
  text,
  language,
  disabledReason,
  onAdopt,
}: Options): readonly Column<UnknownExporter>[] {
  const count = (id: 'packets' | 'records') => ({
    ...countColumn<UnknownExporter>(id, text(id), { countOf: (exporter) => exporter[id], language }),
    width: 124,
  });
  return [
    { id: 'address', header: text('address'), value: nameOf, cell: nameOf, width: 160, grow: 1, fixed: true },
    {
      id: 'protocol',
      header: text('protocol'),
      value: ({ protocol }) => protocol,
      cell: ({ protocol }) => protocol,
      width: 120,
      grow: 1,
    },
    {
      id: 'domain',
      header: text('domain'),
      value: ({ domain }) => domain,
      cell: ({ domain }) => String(domain),
      width: 96,
      align: 'right',
    },
    {
      ...textColumn<UnknownExporter>('agent', text('expiredAgent'), ({ agent }) => agent ?? ''),
      width: 140,
      grow: 1,
      yields: 1,
    },
    count('packets'),
    count('records'),
    {
      id: 'firstSeen',
      header: text('firstSeen'),
      value: ({ firstSeen }) => firstSeen,
      cell: ({ firstSeen }) => <Time at={firstSeen} />,
      width: 130,
      align: 'right',
    },
    {
      id: 'lastExport',
      header: text('lastExport'),
      value: ({ lastSeen }) => lastSeen,
      cell: ({ lastSeen }) => <Time as="age" at={lastSeen} />,
      width: 130,
      align: 'right',
    },
    {
      id: 'adopt',
      header: text('adopt'),
      quietHeader: true,
      sortable: false,
      fixed: true,
      value: () => null,
      cell: ({ address }) => (
        <Button disabledReason={disabledReason} onClick={() => onAdopt(address)}>
          <span aria-hidden="true">{text('adopt')}</span>
          <span className="tt-hidden">{text('adoptOf', { address })}</span>
        </Button>
      ),
      width: 90,
      align: 'right',
    },
  ];
}

/** Exporters outside the inventory: their traffic is counted and not stored. */
export function UnknownTab() {
  const text = useCollectorTexts();
  const language = useLanguage();
  const query = useUnknownExporters();
  const rows = query.data?.exporters ?? none;
  const { search, change } = useCollectorSearch();
  const disabledReason = useDisabledReason(addDevice);
  const columns = useMemo(
    () =>
      unknownColumns({ text, language, disabledReason, onAdopt: (address) => change({ adopt: address }) }),
    [text, language, disabledReason, change],
  );
  const ready = panelStateOf(query, language);
  const state =
    ready.is === 'ready' && rows.length === 0
      ? ({ is: 'empty', title: text('unknownEmpty'), hint: text('unknownHint'), isGood: true } as const)
      : ready;
  return (
    <>
      <Panel label={text('unknown')} state={state}>
        <DataTable
          name="unknown-exporters"
          label={text('unknown')}
          rows={rows}
          columns={columns}
          rowId={idOf}
          rowName={nameOf}
          density={useDensity()}
        />
      </Panel>
      {search.adopt !== undefined && (
        <Suspense>
          <AddDeviceDialog
            key={search.adopt}
            address={search.adopt}
            onClose={() => change({ adopt: undefined })}
          />
        </Suspense>
      )}
    </>
  );
}
