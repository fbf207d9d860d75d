import { useState, type KeyboardEvent, type Ref } from 'react';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { IconButton } from '../button/IconButton.tsx';
import { useUiTexts } from '../texts/en.ts';
import { InputFrame } from './InputFrame.tsx';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly placeholder?: string | undefined;
  readonly error?: string | undefined;
  /** Marked as required; the sign-in needs no marks. */
  readonly required?: boolean;
  readonly id?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A password that can be shown, with a note while Caps Lock is on. */
export function PasswordField({ label, onChange, id, error, required = false, ...remaining }: Props) {
  const text = useUiTexts();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  // The line of the note is always reserved unless a fault takes it: the button below must not move under the pointer.
  const quiet = error === undefined ? '\u00A0' : undefined;
  const note = capsLock ? text('capsLock') : quiet;
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <InputFrame
      label={label}
      id={id}
      error={error}
      required={required}
      description={
        note === undefined ? undefined : (
          <p role="status" className="tt-caps-lock">
            {note}
          </p>
        )
      }
      right={
        <IconButton
          small
          label={text(shown ? 'hidePassword' : 'showPassword')}
          icon={shown ? <IconEyeOff size={16} /> : <IconEye size={16} />}
          // The caret stays where it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!shown)}
        />
      }
    >
      {(input) => (
        <input
          {...input}
          {...remaining}
          type={shown ? 'text' : 'password'}
          aria-required={required || undefined}
          spellCheck={false}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={watch}
          onKeyUp={watch}
          onBlur={() => setCapsLock(false)}
        />
      )}
    </InputFrame>
  );
}
