import { IconLock } from '@tabler/icons-react';
import type { User } from '#schemas/user/user.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useUserTexts } from './texts/en.ts';

/** Active or locked, by shape, colour and text. */
export function UserState({ lock }: Pick<User, 'lock'>) {
  const text = useUserTexts();
  if (lock === null) return <Tag tone="good">{text('active')}</Tag>;
  return (
    <Tag tone="bad">
      <IconLock size={12} />
      {text('locked')}
    </Tag>
  );
}
