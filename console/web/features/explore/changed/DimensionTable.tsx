import { useState, type ReactNode } from 'react';
import { contributionOf, type ChangeRates } from '#schemas/explore/changed/ranking.ts';
import type { ChangeReply, ChangeValue } from '#schemas/explore/changed/what-changed.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { ExploreLink } from '#web/kernel/explore/ExploreLink.tsx';
import { ScrollRegion } from '#web/ui/layout/ScrollRegion.tsx';
import { exploredBy, flowsOfFinding } from './flows-of-finding.ts';
import { useChangedTexts } from './texts/en.ts';
import { ValueName } from './ValueName.tsx';
import { useChangeWords } from './use-change-words.ts';

interface DimensionRowProps extends Pick<ChangeReply, 'measure' | 'total'> {
  readonly name: ReactNode;
  readonly rates: ChangeRates;
  /** Opens the flows of the row. */
  readonly link?: ReactNode;
}

function Row({ name, rates, measure, total, link }: DimensionRowProps) {
  const words = useChangeWords();
  const difference = contributionOf(total);
  const own = contributionOf(rates);
  return (
    <tr>
      <th scope="row">
        {name} {link}
      </th>
      <td>{words.rate(rates.before, measure)}</td>
      <td>{words.rate(rates.now, measure)}</td>
      <td>{words.difference(own, measure)}</td>
      <td>{difference === 0 ? '–' : words.percent(own / difference)}</td>
    </tr>
  );
}

interface Props {
  readonly customerId: number;
  readonly reply: ChangeReply;
}

/** The largest contributions of a dimension, and all others: together they are the difference. */
export function DimensionTable({ reply, customerId }: Props) {
  const { dimensions, findings, measure, total } = reply;
  const text = useChangedTexts();
  const words = useChangeWords();
  const [chosen, setChosen] = useState<string>();
  // What explains most comes first.
  const selected = chosen ?? findings[0]?.dimension;
  const shown = dimensions.find(({ dimension }) => dimension === selected) ?? dimensions[0];
  if (shown === undefined) return null;
  const options = dimensions.map(({ dimension }) => ({
    value: dimension,
    label: text(`dimension-${dimension}`),
  }));
  const label = text('byDimension');
  const linkOf = (value: ChangeValue): ReactNode =>
    value.filter !== '' && (
      <ExploreLink
        customer={customerId}
        filter={flowsOfFinding(value, reply)}
        period={reply.period}
        by={exploredBy(reply)}
        of={words.name(value)}
      />
    );
  return (
    <section aria-label={label} className="tt-change-dimension">
      <h2>{label}</h2>
      <Select label={text('dimension')} options={options} value={shown.dimension} onChange={setChosen} />
      <ScrollRegion label={text(`dimension-${shown.dimension}`)} role="group">
        <table aria-label={text(`dimension-${shown.dimension}`)}>
          <thead>
            <tr>
              <th scope="col">{text('value')}</th>
              <th scope="col">{text('before')}</th>
              <th scope="col">{text('now')}</th>
              <th scope="col">{text('change')}</th>
              <th scope="col">{text('share')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.values.map((value) => (
              <Row
                key={value.values.join(' ')}
                name={<ValueName customerId={customerId} value={value} />}
                rates={value}
                measure={measure}
                total={total}
                link={linkOf(value)}
              />
            ))}
            <Row name={text('others')} rates={shown.others} measure={measure} total={total} />
            <Row name={text('sum')} rates={total} measure={measure} total={total} />
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}
