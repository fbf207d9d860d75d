import { splitTail } from '#web/lib/split-tail.ts';
import './middle-ellipsis.css';

const tailLength = 9;

/** Shortens in the middle: interface names differ at their end. */
export function MiddleEllipsis({ text }: { readonly text: string }) {
  const [head, tail] = splitTail(text, tailLength);
  return (
    <span className="tt-middle" title={text}>
      <span className="tt-ellipsis">{head}</span>
      <span>{tail}</span>
    </span>
  );
}
