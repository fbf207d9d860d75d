import { nameLines } from './chart-lines.ts';
import './name-lines.css';

/** A name in a narrow place: that of a device on one line, what is behind it on the next, each cut at its end. */
export function NameLines({ name }: { readonly name: string }) {
  const [first, ...rest] = nameLines(name);
  return (
    <span className="tt-name-lines">
      <span className="tt-ellipsis">{first}</span>
      {rest.map((line) => (
        <span key={line} className="tt-ellipsis">
          <span className="tt-hidden"> · </span>
          {line}
        </span>
      ))}
    </span>
  );
}
