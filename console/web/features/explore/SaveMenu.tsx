import { useNavigate } from '@tanstack/react-router';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Menu } from '#web/ui/menu/Menu.tsx';
import { applicationOfFilter } from './application-of.ts';
import { useExploreTexts } from './texts/en.ts';

interface Props {
  readonly customer: number;
  readonly filter: string;
}

/** What the filter can become elsewhere: its editor opens with it filled in. */
export function SaveMenu({ customer, filter }: Props) {
  const text = useExploreTexts();
  const navigate = useNavigate();
  const { modules } = useSession();
  const mayWrite = usePermission('PARAMETERS.APPLICATION.write');
  if (!mayWrite || !modules.includes('application')) return null;
  const given = applicationOfFilter(filter);
  return (
    <Menu
      target={<Button icon={<IconDeviceFloppy size={15} />}>{text('save')}</Button>}
      items={[
        {
          is: 'action',
          label: text('saveApplication'),
          disabledReason: given === undefined ? text('saveNeedsEnds') : undefined,
          run: () => void navigate({ to: '/application', search: { customer, edit: 'new', ...given } }),
        },
      ]}
    />
  );
}
