import { useSyncExternalStore, type ReactNode } from 'react';
import { useUiTexts } from '../use-ui-texts.ts';
import './form.css';

export interface FormError {
  /** Id of the input to go to. */
  readonly field: string;
  readonly message: string;
}

interface Props {
  readonly label: string;
  readonly errors?: readonly FormError[];
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

/** Of an input with this id; empty where there is none. */
function labelOf(field: string): string {
  const input = document.getElementById(field);
  if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return '';
  // The asterisk of what is required is for the eye.
  const label = input.labels?.[0]?.textContent.replace(/\s*\*$/, '');
  return label ?? input.getAttribute('aria-label') ?? '';
}

const unchanging = () => () => undefined;

/** A fault with the name of its input: "This field is required" alone would not say which. */
function Fault({ field, message }: FormError) {
  const text = useUiTexts();
  const label = useSyncExternalStore(unchanging, () => labelOf(field));
  return <a href={`#${field}`}>{label === '' ? message : text('faultOf', { label, message })}</a>;
}

/** A form: faults are summed up above with a link to each input, and stand beside the input as well. */
export function Form({ label, errors = [], onSubmit, children, actions }: Props) {
  const text = useUiTexts();
  return (
    <form
      className="tt-form"
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {errors.length > 0 && (
        <div className="tt-form-errors" role="alert">
          <p>{text('checkForm', { count: errors.length })}</p>
          <ul>
            {errors.map((error) => (
              <li key={error.field}>
                <Fault {...error} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {children}
      <div className="tt-form-actions">{actions}</div>
    </form>
  );
}
