import type { ReactNode } from 'react';
import type { UnmappedPage } from '#schemas/qos/across-routes.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { TimeRange } from '#web/ui/text/TimeRange.tsx';
import { useQosTexts } from './texts/en.ts';

interface Props {
  readonly data: Pick<UnmappedPage, 'bytes' | 'unmappedBytes' | 'from' | 'to'>;
  readonly children: ReactNode;
}

/** How much traffic no class has, with its share of all, and what else there is to say. */
export function UnmappedSummary({ data: { bytes, unmappedBytes, from, to }, children }: Props) {
  const text = useQosTexts();
  const language = useLanguage();
  const share = bytes === 0 ? 0 : (100 * unmappedBytes) / bytes;
  return (
    <span className="tt-muted">
      <TimeRange
        from={from}
        until={to}
        sentence={(time) =>
          text('unmappedSum', {
            volume: formatValue(unmappedBytes, 'byte', language),
            share: formatValue(share, 'percent', language),
            time,
          })
        }
      />
      {children}
    </span>
  );
}
