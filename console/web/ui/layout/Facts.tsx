import type { ReactNode } from 'react';
import './facts.css';

export type Fact = readonly [name: string, value: ReactNode];

interface Props {
  readonly facts: readonly Fact[];
}

/** Names with their values. */
export function Facts({ facts }: Props) {
  return (
    <dl className="tt-fact-list">
      {facts.map(([name, value]) => (
        <div key={name} className="tt-fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
