import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewSilence } from '#schemas/silence/preview-routes.ts';
import type { SilenceMatch } from '#schemas/silence/silence.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useSilenceTexts } from './texts/en.ts';

interface Props {
  readonly customerId: number;
  readonly match: SilenceMatch;
}

/** The running alarms that a silence would match now. */
export function MatchedAlarms({ customerId, match }: Props) {
  const text = useSilenceTexts();
  const { data } = useQuery({
    ...routeQuery(previewSilence, { params: { customerId }, body: { match } }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (data === undefined) return null;
  const { matching, running, examples } = data;
  const more = matching - examples.length;
  return (
    <p className="tt-silence-matched" role="status">
      {matching === 0 ? text('matchesNone', { running }) : text('matches', { count: matching, running })}
      {examples.length > 0 && (
        <span className="tt-muted">
          {' '}
          {examples.map(({ alarm, element }) => text('matched', { alarm, element })).join(', ')}
          {more > 0 && text('matchedMore', { count: more })}
        </span>
      )}
    </p>
  );
}
