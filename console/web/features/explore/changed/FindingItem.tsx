import { Fragment } from 'react';
import { contributionOf } from '#schemas/explore/changed/ranking.ts';
import type { ChangeFinding, ChangeReply } from '#schemas/explore/changed/what-changed.ts';
import { ExploreLink } from '#web/kernel/explore/ExploreLink.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { ChangeChart } from './ChangeChart.tsx';
import { mostOf } from './change-line.ts';
import { exploredBy, flowsOfFinding } from './flows-of-finding.ts';
import { barOf, shareWithin } from './headline.ts';
import { useChangedTexts } from './texts/en.ts';
import { ValueName } from './ValueName.tsx';
import { useChangeWords } from './use-change-words.ts';

interface Props {
  readonly customerId: number;
  readonly finding: ChangeFinding;
  readonly reply: ChangeReply;
}

/** Parts that are named; a finding of hundreds of hosts names the largest. */
const NAMED_PARTS = 6;

function Parts({
  customerId,
  finding,
  relation,
}: {
  readonly customerId: number;
  readonly finding: ChangeFinding;
  readonly relation: 'same' | 'within';
}) {
  const text = useChangedTexts();
  const words = useChangeWords();
  const parts = finding.parts.filter((part) => part.relation === relation);
  if (parts.length === 0) return null;
  const named = parts.slice(0, NAMED_PARTS);
  const more = parts.length - named.length;
  const sentenceOf = (part: (typeof parts)[number], name: string): string => {
    const what = words.noun(part, name);
    return relation === 'same'
      ? what
      : text('partShare', { what, percent: words.percent(shareWithin(finding, part)) });
  };
  return (
    <p className="tt-change-parts">
      <span className="tt-muted">{text(relation === 'same' ? 'sameFlows' : 'within')}</span>{' '}
      {named.map((part, index) => (
        <Fragment key={`${part.dimension} ${part.values.join(' ')}`}>
          {index > 0 && ' · '}
          <ValueName customerId={customerId} value={part} sentence={(name) => sentenceOf(part, name)} />
        </Fragment>
      ))}
      {more > 0 && ` · ${text('moreParts', { count: more })}`}
    </p>
  );
}

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** A finding with its part in the difference, both periods, and what else the same flows are. */
export function FindingItem({ customerId, finding, reply }: Props) {
  const text = useChangedTexts();
  const words = useChangeWords();
  const { measure, total, findings } = reply;
  const contribution = contributionOf(finding);
  const difference = contributionOf(total);
  const rates = { now: words.rate(finding.now, measure), before: words.rate(finding.before, measure) };
  const name = words.noun(finding);
  return (
    <li className="tt-change-finding">
      <div className="tt-change-what">
        <strong>
          <ValueName
            customerId={customerId}
            value={finding}
            sentence={(shown) => capitalised(words.noun(finding, shown))}
          />
        </strong>
        <Tag>{text(`state-${finding.state}`)}</Tag>
        {finding.filter !== '' && (
          <ExploreLink
            customer={customerId}
            filter={flowsOfFinding(finding, reply)}
            period={reply.period}
            by={exploredBy(reply)}
          />
        )}
      </div>
      <div className="tt-change-figures">
        <strong>{words.difference(contribution, measure)}</strong>
        <span className="tt-muted">{text('rates', rates)}</span>
        {difference !== 0 && (
          <span className="tt-muted">
            {text('partOfDifference', { percent: words.percent(contribution / difference) })}
          </span>
        )}
      </div>
      <span className="tt-change-bar" data-falls={contribution < 0} aria-hidden="true">
        <span style={{ inlineSize: `${String(barOf(finding, findings))}%` }} />
      </span>
      <Parts customerId={customerId} finding={finding} relation="same" />
      <Parts customerId={customerId} finding={finding} relation="within" />
      <ChangeChart
        series={finding.series}
        label={text('chart', { what: name, ...rates })}
        most={text('most', { rate: words.rate(mostOf(finding.series), measure) })}
      />
    </li>
  );
}
