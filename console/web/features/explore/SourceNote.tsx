import type { ExploreResult } from '#schemas/explore/explore.ts';
import { fieldIds, fieldName } from '#schemas/explore/fields.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useExploreTexts } from './texts/en.ts';

/** Where the figures come from, why from there, and what they cost. */
export function SourceNote({ result }: { readonly result: ExploreResult }) {
  const text = useExploreTexts();
  const language = useLanguage();
  const { table, because, counted, read } = result;
  const fields = because.fields
    .map((field) => fieldIds.find((id) => id === field))
    .filter((id) => id !== undefined)
    .map((id) => fieldName(id, language));
  const parts = [
    `${text(`read_${table}`)} (${text(`because_${because.reason}`, { fields: fields.join(', ') })})`,
    text(`counted_${counted}`),
    ...(result.withoutCountries === true ? [text('withoutCountries')] : []),
    ...(result.systemsByAddress === true ? [text('systemsByAddress')] : []),
    text('cost', {
      rows: formatNumber(read.rows, language),
      time: formatValue(read.elapsedMs, 'millisecond', language),
    }),
  ];
  return <p className="tt-explore-source tt-muted">{parts.join(' · ')}</p>;
}
