import type { QosClass } from '#schemas/qos/qos-class.ts';
import { colourVariable } from './qos-colour.ts';
import '#web/styles/series.css';
import './class-name.css';

/** A class of service: its colour and its name. */
export function ClassName({ of: { name, colour } }: { readonly of: Pick<QosClass, 'name' | 'colour'> }) {
  return (
    <span className="tt-named">
      <span
        className="tt-qos-colour"
        style={{ background: `var(${colourVariable(colour)})` }}
        aria-hidden="true"
      />
      <span className="tt-ellipsis">{name}</span>
    </span>
  );
}
