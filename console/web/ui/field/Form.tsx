import { useSyncExternalStore, type KeyboardEvent, type ReactNode } from 'react';
import { useUiTexts } from '../use-ui-texts.ts';
import './form.css';

export interface FormError {
  /** Id of the input the link focuses. */
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

/** Label of the input with this id; empty without one. */
function labelOf(field: string): string {
  const input = document.getElementById(field);
  if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return '';
  // Without the asterisk of required fields.
  const label = input.labels?.[0]?.textContent.replace(/\s*\*$/, '');
  return label ?? input.getAttribute('aria-label') ?? '';
}

const unchanging = () => () => undefined;

/** A fault with the label of its input: "This field is required" alone does not name the field. */
function Fault({ field, message }: FormError) {
  const text = useUiTexts();
  const label = useSyncExternalStore(unchanging, () => labelOf(field));
  return <a href={`#${field}`}>{label === '' ? message : text('faultOf', { label, message })}</a>;
}

/** Ctrl+Enter submits from every input, also from those in which Enter writes a line or chooses an option. */
function submitOnControlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** A form with an error summary that links to each input. The faults also stand below their inputs. */
export function Form({ label, errors = [], onSubmit, children, actions }: Props) {
  const text = useUiTexts();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key belongs to every input of the form
    <form
      className="tt-form"
      aria-label={label}
      noValidate
      onKeyDown={submitOnControlEnter}
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
