import type { ReactNode } from 'react';
import './facts.css';

interface Props {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Names and values beside each other. */
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
