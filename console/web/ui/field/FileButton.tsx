import { useRef, type ChangeEvent } from 'react';
import { IconUpload } from '@tabler/icons-react';
import { Button } from '../button/Button.tsx';

interface Props {
  readonly label: string;
  /** Name of the hidden input. */
  readonly inputLabel: string;
  /** Types that the browser offers: `.json,application/json`. */
  readonly accept: string;
  readonly onFile: (file: File) => void | Promise<void>;
}

/** A button with which the user chooses a file. */
export function FileButton({ label, inputLabel, accept, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const read = async ({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = currentTarget.files ?? [];
    if (file === undefined) return;
    await onFile(file);
    // Selecting the same file again, once corrected, must trigger a change.
    if (input.current !== null) input.current.value = '';
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={inputLabel}
        onChange={(event) => void read(event)}
      />
      <Button icon={<IconUpload size={15} />} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
