import { portNameParts } from '#schemas/text/port-name-parts.ts';
import { nameLines } from './chart-lines.ts';
import './name-lines.css';

/** A line with the type of its port abbreviated. */
function Line({ text }: { readonly text: string }) {
  const { head, omitted, end } = portNameParts(text);
  return (
    <>
      {head}
      <span className="tt-name-omitted">{omitted}</span>
      {end}
    </>
  );
}

interface Props {
  readonly name: string;
  /** Said of what has the name, such as *(deleted)*: the name is struck through. */
  readonly remark?: string | undefined;
}

/** A name in a narrow place: that of a device on one line, what is behind it on the next, each cut at its end. */
export function NameLines({ name, remark }: Props) {
  const [first = '', second] = nameLines(name);
  return (
    <span className="tt-name-lines" data-remarked={remark !== undefined}>
      <span className="tt-ellipsis">
        <Line text={first} />
      </span>
      {second !== undefined && (
        <span className="tt-ellipsis">
          <span className="tt-name-omitted"> · </span>
          <Line text={second} />
        </span>
      )}
      {remark !== undefined && <span className="tt-hidden">{` ${remark}`}</span>}
    </span>
  );
}
