import { useState } from 'react';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { IconButton } from './IconButton.tsx';
import { useUiTexts } from '../texts/en.ts';

interface Props {
  /** Names what is copied. */
  readonly label: string;
  readonly value: string;
}

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ label, value }: Props) {
  const text = useUiTexts();
  const [copied, setCopied] = useState<string>();
  const isCopied = copied === value;
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(value);
  };
  return (
    <IconButton
      small
      label={text(isCopied ? 'wasCopied' : 'copyNamed', { what: label })}
      icon={isCopied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      onClick={() => void copy()}
    />
  );
}
