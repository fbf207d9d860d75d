import { useId, type ReactNode } from 'react';
import './input-frame.css';

interface InputAttributes {
  readonly id: string;
  readonly className: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'data-error': true | undefined;
}

interface Props {
  /** Above the input; without one the input names itself. */
  readonly label?: string | undefined;
  readonly id?: string | undefined;
  readonly required?: boolean;
  readonly description?: ReactNode;
  readonly error?: string | undefined;
  /** Id of an error text elsewhere. */
  readonly invalidBy?: string | undefined;
  readonly left?: ReactNode;
  readonly right?: ReactNode;
  readonly children: (input: InputAttributes) => ReactNode;
}

interface NoteProps {
  /** Undefined hides it. */
  readonly id: string | undefined;
  readonly kind: 'description' | 'error';
  readonly children: ReactNode;
}

/** A hint or a fault below the input. */
const Note = ({ id, kind, children }: NoteProps): ReactNode =>
  id !== undefined && (
    <div id={id} className={`mantine-InputWrapper-${kind}`}>
      {children}
    </div>
  );

const sideOf = (side: 'left' | 'right', content: ReactNode): ReactNode =>
  content !== undefined && (
    <div className="tt-input-side" data-side={side}>
      {content}
    </div>
  );

/** Joined by spaces; none when there are none. */
const idsOf = (...ids: readonly (string | undefined)[]): string | undefined =>
  ids.filter((id) => id !== undefined).join(' ') || undefined;

/**
 * Label, hint and fault around an input of one line. It has the class names of Mantine's fields, so that one rule of ours styles both, and none
 * of its code: the sign-in page loads in two thirds of the time without.
 */
export function InputFrame(props: Props) {
  const { label, required = false, description, error, invalidBy, left, right, children } = props;
  const own = useId();
  const id = props.id ?? own;
  const ownErrorId = error === undefined ? undefined : `${id}-error`;
  const errorId = ownErrorId ?? invalidBy;
  const hintId = description === undefined ? undefined : `${id}-description`;
  return (
    <div className="tt-input-frame mantine-InputWrapper-root">
      {label !== undefined && (
        <label className="mantine-InputWrapper-label" htmlFor={id}>
          {label}
          {required && <span aria-hidden="true"> *</span>}
        </label>
      )}
      <div className="mantine-Input-wrapper">
        {sideOf('left', left)}
        {children({
          id,
          className: 'tt-input mantine-Input-input',
          'aria-describedby': idsOf(errorId, hintId),
          'aria-invalid': errorId !== undefined || undefined,
          'data-error': ownErrorId !== undefined || undefined,
        })}
        {sideOf('right', right)}
      </div>
      <Note id={hintId} kind="description">
        {description}
      </Note>
      <Note id={ownErrorId} kind="error">
        {error}
      </Note>
    </div>
  );
}
