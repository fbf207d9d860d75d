import './middle-ellipsis.css';

const TAIL_LENGTH = 9;

function splitTail(text: string): readonly [head: string, tail: string] {
  const at = Math.max(0, text.length - TAIL_LENGTH);
  return [text.slice(0, at), text.slice(at)];
}

/** Shortens in the middle: interface names differ at their end. */
export function MiddleEllipsis({ text }: { readonly text: string }) {
  const [head, tail] = splitTail(text);
  return (
    <span className="tt-middle" title={text}>
      <span className="tt-ellipsis">{head}</span>
      <span>{tail}</span>
    </span>
  );
}
