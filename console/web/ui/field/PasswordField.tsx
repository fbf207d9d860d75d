import { PasswordInput } from '@mantine/core';
import { useState, type KeyboardEvent, type Ref } from 'react';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useUiTexts } from '../use-ui-texts.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly placeholder?: string | undefined;
  readonly error?: string | undefined;
  readonly id?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

function VisibilityIcon({ reveal }: { readonly reveal: boolean }) {
  return reveal ? <IconEyeOff size={16} /> : <IconEye size={16} />;
}

/** A password that can be shown, with a note while Caps Lock is on. */
export function PasswordField({ label, onChange, ...rest }: Props) {
  const text = useUiTexts();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  // The line of the note is always reserved unless a fault takes it: the button below must not move under the pointer.
  const quiet = rest.error === undefined ? '\u00A0' : '';
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <PasswordInput
      {...rest}
      label={label}
      visible={shown}
      onVisibilityChange={setShown}
      visibilityToggleIcon={VisibilityIcon}
      visibilityToggleButtonProps={{
        'aria-label': text(shown ? 'hidePassword' : 'showPassword'),
        tabIndex: 0,
      }}
      description={capsLock ? text('capsLock') : quiet}
      descriptionProps={{ role: 'status', className: 'tt-caps-lock' }}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={watch}
      onKeyUp={watch}
      onBlur={() => setCapsLock(false)}
    />
  );
}
