import {
  IconCopy,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconShare3,
  IconTrash,
  IconUserShare,
} from '@tabler/icons-react';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import type { CockpitTask, TaskCockpit } from './cockpit-task.ts';
import { useCockpitTexts } from '../use-cockpit-texts.ts';
import { useResourceTexts } from '#web/kernel/resource/use-resource-texts.ts';

/** The actions on a cockpit, as a menu. */
export function useCockpitActions(
  openTask: (task: CockpitTask) => void,
): (cockpit: TaskCockpit) => readonly MenuItem[] {
  const text = useCockpitTexts();
  const resource = useResourceTexts();
  return (cockpit) => {
    const run = (is: 'rename' | 'duplicate' | 'remove' | 'share' | 'status' | 'owner') => () =>
      openTask({ is, cockpit });
    const { active } = cockpit.status;
    return [
      { is: 'action', label: text('rename'), icon: <IconPencil size={15} />, run: run('rename') },
      { is: 'action', label: resource('share'), icon: <IconShare3 size={15} />, run: run('share') },
      { is: 'action', label: resource('ownerChange'), icon: <IconUserShare size={15} />, run: run('owner') },
      { is: 'action', label: text('duplicate'), icon: <IconCopy size={15} />, run: run('duplicate') },
      {
        is: 'action',
        label: resource(active ? 'deactivate' : 'activate'),
        icon: active ? <IconPlayerStop size={15} /> : <IconPlayerPlay size={15} />,
        run: run('status'),
      },
      { is: 'line', id: 'line' },
      { is: 'action', label: text('remove'), icon: <IconTrash size={15} />, run: run('remove') },
    ];
  };
}
