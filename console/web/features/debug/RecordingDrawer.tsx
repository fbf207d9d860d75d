import { IconDownload } from '@tabler/icons-react';
import {
  downloadRecord,
  formatsOf,
  listRecordings,
  type ExportedRecord,
  type RecordingRow,
} from '#schemas/debug/routes.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { formatDuration } from '#schemas/unit/duration.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { useFileDownload } from '#web/kernel/download/use-file-download.ts';
import { useRefresh } from '#web/kernel/query/use-refresh.ts';
import { formatDayOfUtc } from '#web/lib/zoned/format-utc.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Drawer } from '#web/ui/dialog/Drawer.tsx';
import { Facts, type Fact } from '#web/ui/layout/Facts.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { reasonsOf } from './recording-columns.tsx';
import { useDebugTexts } from './texts/en.ts';

type CollectorState = RecordingRow['collectors'][number];

interface RecordProps {
  readonly recording: number;
  readonly of: CollectorState;
  readonly record: ExportedRecord;
}

/** The records of one exporter and kind, and its downloads. */
function RecordFacts({ recording, of: { collector, run }, record }: RecordProps) {
  const text = useDebugTexts();
  const language = useLanguage();
  const { busy, download } = useFileDownload();
  const refresh = useRefresh(listRecordings);
  const bytes = (value: number): string => formatValue(value, 'byte', language);
  const { kind, exporter, exportedAt, firstMs, lastMs } = record;
  const facts: readonly Fact[] = [
    [text('firstExport'), <Time key="first" as="time" at={firstMs} />],
    [text('lastExport'), <Time key="last" as="time" at={lastMs} />],
    [text('exportedAt'), exportedAt === null ? text('never') : <Time key="at" at={exportedAt * 1_000} />],
    ...Object.entries(record.bytesByDay).map(([day, size]): Fact => [
      `${text('byDay')} ${formatDayOfUtc(day, language)}`,
      bytes(size),
    ]),
    [text('total'), bytes(record.totalBytes)],
  ];
  const name = text(`kind_${kind}`);
  return (
    <section className="tt-debug-record">
      <h4>{name}</h4>
      <Facts facts={facts} />
      <p className="tt-debug-downloads">
        {formatsOf[kind].map((format) => (
          <Button
            key={format}
            busy={busy}
            icon={<IconDownload size={15} />}
            onClick={() =>
              void download(downloadRecord, {
                params: { id: recording },
                query: { collector, run, exporter, kind, format },
              }).then(refresh)
            }
          >
            {text('download', { format: format.toUpperCase() })}
            <span className="tt-hidden">
              {` ${text('downloadOf', { kind: name, exporter, format: format.toUpperCase() })}`}
            </span>
          </Button>
        ))}
      </p>
    </section>
  );
}

function CollectorRecords({ recording, of }: { readonly recording: number; readonly of: CollectorState }) {
  const text = useDebugTexts();
  const byExporter = [...Map.groupBy(of.records, ({ exporter }) => exporter)];
  return (
    <>
      {byExporter.map(([exporter, records]) => (
        <section key={exporter} className="tt-debug-exporter">
          <h3>
            {exporter} <span className="tt-muted">{text('onCollector', { collector: of.collector })}</span>
          </h3>
          {records.map((record) => (
            <RecordFacts key={record.kind} recording={recording} of={of} record={record} />
          ))}
        </section>
      ))}
    </>
  );
}

/** A recording with its files by exporter and kind. */
export function RecordingDrawer({
  recording,
  onClose,
}: {
  readonly recording: RecordingRow;
  readonly onClose: () => void;
}) {
  const text = useDebugTexts();
  const language = useLanguage();
  const { siteName, state, collectors, startedAt, endsAt, maxBytes, comment, customerName } = recording;
  const label = text('details', { site: siteName });
  const size = formatValue(maxBytes, 'byte', language);
  const minutes = formatDuration(Math.max(MINUTE_MS, (endsAt - startedAt) * 1_000), language);
  const reasons = reasonsOf(recording).map((reason) => text(`reason_${reason}`));
  const isEmpty = collectors.every(({ records }) => records.length === 0);
  return (
    <Drawer label={label} title={<h2>{label}</h2>} onClose={onClose}>
      <p>
        <Tag tone={state === 'running' ? 'good' : 'plain'}>{text(`state_${state}`)}</Tag> {reasons.join(', ')}
      </p>
      <Facts
        facts={[
          [text('customer'), customerName],
          [text('startedAt'), <Time key="start" as="time" at={startedAt * 1_000} />],
          [text('limits'), text('limitsOf', { minutes, size })],
          ...(comment === '' ? [] : ([[text('comment'), comment]] as const)),
        ]}
      />
      {isEmpty && (
        <p className="tt-muted">
          {text('noRecords')} {text('noRecordsHint')}
        </p>
      )}
      {collectors.map((of) => (
        <CollectorRecords key={`${of.collector} ${of.run}`} recording={recording.id} of={of} />
      ))}
    </Drawer>
  );
}
