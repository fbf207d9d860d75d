import { splitTail } from '#web/lib/split-tail.ts';
import './middle-ellipsis.css';

const tailLength = 9;

/** Shortens in the middle: the end of an interface name is what tells it from its neighbours. */
export function MiddleEllipsis({ text }: { readonly text: string }) {
  const [head, tail] = splitTail(text, tailLength);
  return (
    <span className="tt-middle" title={text}>
      <span className="tt-ellipsis">{head}</span>
      <span>{tail}</span>
    </span>
  );
}
