import { useState } from 'react';
import { contributionOf, type ChangeRates } from '#schemas/explore/changed/ranking.ts';
import type { ChangeReply } from '#schemas/explore/changed/what-changed.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { ScrollRegion } from '#web/ui/layout/ScrollRegion.tsx';
import { useChangedTexts } from './texts/en.ts';
import { useChangeWords } from './use-change-words.ts';

interface DimensionRowProps extends Pick<ChangeReply, 'measure' | 'total'> {
  readonly name: string;
  readonly rates: ChangeRates;
}

function Row({ name, rates, measure, total }: DimensionRowProps) {
  const words = useChangeWords();
  const difference = contributionOf(total);
  const own = contributionOf(rates);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{words.rate(rates.before, measure)}</td>
      <td>{words.rate(rates.now, measure)}</td>
      <td>{words.difference(own, measure)}</td>
      <td>{difference === 0 ? '–' : words.percent(own / difference)}</td>
    </tr>
  );
}

/** The largest contributions of a dimension, and all others: together they are the difference. */
export function DimensionTable({
  dimensions,
  measure,
  total,
}: Pick<ChangeReply, 'dimensions' | 'measure' | 'total'>) {
  const text = useChangedTexts();
  const words = useChangeWords();
  const [chosen, setChosen] = useState<string>();
  const shown = dimensions.find(({ dimension }) => dimension === chosen) ?? dimensions[0];
  if (shown === undefined) return null;
  const options = dimensions.map(({ dimension }) => ({
    value: dimension,
    label: text(`dimension-${dimension}`),
  }));
  const label = text('byDimension');
  return (
    <section aria-label={label} className="tt-change-dimension">
      <h2>{label}</h2>
      <Select label={text('dimension')} options={options} value={shown.dimension} onChange={setChosen} />
      <ScrollRegion label={text(`dimension-${shown.dimension}`)} role="group">
        <table>
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
                name={words.name(value)}
                rates={value}
                measure={measure}
                total={total}
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
