import type { ReactNode } from 'react';
import { useUiTexts } from './use-ui-texts.ts';
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
                <a href={`#${error.field}`}>{error.message}</a>
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
