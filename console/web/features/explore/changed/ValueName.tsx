import { Fragment, type ReactNode } from 'react';
import type { ChangeValue } from '#schemas/explore/changed/what-changed.ts';
import { ElementLink } from '#web/kernel/element/ElementLink.tsx';
import { placesOfChange } from '../row-places.ts';
import { useChangedTexts } from './texts/en.ts';
import { useChangeWords } from './use-change-words.ts';

interface Props {
  readonly customerId: number;
  readonly value: ChangeValue;
  /** Around its name, such as `application {name}`; absent: the name alone. */
  readonly sentence?: (name: string) => string;
}

/** Stand for the names in a sentence: private characters, which are in no text of ours. */
const MARKS = ['\uE000', '\uE001'] as const;
const MARK = /(\uE000|\uE001)/;

/** The name of a value of a dimension, in a sentence. Each element in it leads to its page. */
export function ValueName({ customerId, value, sentence = (name) => name }: Props) {
  const text = useChangedTexts();
  const words = useChangeWords();
  const places = placesOfChange(value, customerId);
  const [from, to] = MARKS;
  const named = sentence(value.values.length > 1 ? text('pair', { from, to }) : from);
  const partOf = (piece: string): ReactNode => {
    const place = MARKS.findIndex((mark) => mark === piece);
    if (place === -1) return piece;
    const name = words.end(value, place);
    const target = places[place];
    return target === undefined ? name : <ElementLink {...target}>{name}</ElementLink>;
  };
  return named.split(MARK).map((piece, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- pieces of one sentence have no identity but their place
    <Fragment key={index}>{partOf(piece)}</Fragment>
  ));
}
