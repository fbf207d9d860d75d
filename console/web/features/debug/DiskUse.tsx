import type { RecordingFolder } from '#schemas/debug/record.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { TimeIn } from '#web/ui/text/Time.tsx';
import { useDebugTexts } from './texts/en.ts';

function Folder({ folder }: { readonly folder: RecordingFolder }) {
  const text = useDebugTexts();
  const language = useLanguage();
  const bytes = (value: number): string => formatValue(value, 'byte', language);
  const { collector, usedBytes, maxBytes, next } = folder;
  const use = text('diskUse', { collector, used: bytes(usedBytes), max: bytes(maxBytes) });
  return (
    <li>
      <meter aria-label={use} min={0} max={maxBytes} high={maxBytes * 0.9} value={usedBytes} />
      <span>{use}</span>
      {next !== null && (
        <span className="tt-muted">
          <TimeIn at={next.at} sentence={(time) => text('diskNext', { size: bytes(next.bytes), time })} />
        </span>
      )}
    </li>
  );
}

/** How much of the disk recordings use on each collector, and what is deleted next. */
export function DiskUse({ folders }: { readonly folders: readonly RecordingFolder[] }) {
  const text = useDebugTexts();
  const full = folders.filter(({ usedBytes, maxBytes }) => usedBytes >= maxBytes);
  return (
    <>
      {full.map(({ collector }) => (
        <Banner key={collector} tone="warning">
          {text('diskFull', { collector })}
        </Banner>
      ))}
      <ul className="tt-debug-disk" aria-label={text('disk')}>
        {folders.map((folder) => (
          <Folder key={folder.collector} folder={folder} />
        ))}
      </ul>
    </>
  );
}
