import { useEffect, useRef, useSyncExternalStore, type KeyboardEvent, type ReactNode } from 'react';
import { useUiTexts } from '../texts/en.ts';
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

/** Whether the input itself shows that it is at fault, with the sentence below it. */
const isMarked = (field: string): boolean =>
  document.getElementById(field)?.getAttribute('aria-invalid') === 'true';

/** A link to the input of a fault. The sentence is left out where the input shows it. */
function Fault({ field, message }: FormError) {
  const text = useUiTexts();
  const label = useSyncExternalStore(unchanging, () => labelOf(field));
  const marked = useSyncExternalStore(unchanging, () => isMarked(field));
  const full = label === '' ? message : text('faultOf', { label, message });
  return <a href={`#${field}`}>{marked && label !== '' ? label : full}</a>;
}

/** The inputs at fault, by name. A single one that shows its fault needs no summary: it has the focus. */
function Summary({ errors }: { readonly errors: readonly FormError[] }) {
  const text = useUiTexts();
  const [first] = errors;
  const isShown = useSyncExternalStore(
    unchanging,
    () => first !== undefined && (errors.length > 1 || !isMarked(first.field)),
  );
  if (!isShown) return null;
  return (
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
  );
}

/** Shows an input. A select gets no focus, which would open it. */
function showInput(field: string): void {
  const input = document.getElementById(field);
  if (input === null) return;
  if (!input.hasAttribute('aria-haspopup')) input.focus();
  // With the sentence below it: focus shows the input alone, and the actions may be above what follows.
  (input.closest('.mantine-InputWrapper-root') ?? input).scrollIntoView({ block: 'nearest' });
}

/** Shows the first input at fault once after each submission, also when the server finds the fault. */
function useFirstFault(errors: readonly FormError[]) {
  const isSubmitted = useRef(false);
  const first = errors[0]?.field;
  useEffect(() => {
    if (!isSubmitted.current || first === undefined) return;
    isSubmitted.current = false;
    showInput(first);
  });
  return {
    awaitFault: () => {
      isSubmitted.current = true;
    },
    forget: () => {
      isSubmitted.current = false;
    },
  };
}

/** Ctrl+Enter submits from every input, also from those in which Enter writes a line or chooses an option. */
function submitOnControlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/**
 * A form. Each fault stands below its input, and the first input at fault has the focus. A summary links to the others: it stands
 * above the actions, where it moves no input.
 */
export function Form({ label, errors = [], onSubmit, children, actions }: Props) {
  const { awaitFault, forget } = useFirstFault(errors);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key belongs to every input of the form
    <form
      className="tt-form"
      aria-label={label}
      noValidate
      onKeyDown={submitOnControlEnter}
      onInput={forget}
      onSubmit={(event) => {
        event.preventDefault();
        awaitFault();
        onSubmit();
      }}
    >
      {children}
      <Summary errors={errors} />
      <div className="tt-form-actions">{actions}</div>
    </form>
  );
}
