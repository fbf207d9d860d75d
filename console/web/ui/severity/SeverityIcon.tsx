import { marks, shapes, type Status } from './severity.ts';
import './severity.css';

/** Shape and colour only: needs a text next to it. */
export function SeverityIcon({ status, size = 14 }: { readonly status: Status; readonly size?: number }) {
  return (
    <svg
      className="tt-severity-icon"
      data-status={status}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <path d={`${shapes[status]}${marks[status]}`} fillRule="evenodd" strokeLinejoin="round" />
    </svg>
  );
}
