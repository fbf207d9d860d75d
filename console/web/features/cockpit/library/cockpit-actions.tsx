import type { ReactNode } from 'react';
import {
  IconCopy,
  IconDownload,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconShare3,
  IconTrash,
  IconUpload,
  IconUserShare,
} from '@tabler/icons-react';
import { useReachReason } from '#web/kernel/permission/use-reach-reason.ts';
import { useSession } from '#web/kernel/session/session.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { useExport } from '../file/use-export.ts';
import { useFileTexts } from '../file/use-file-texts.ts';
import type { CockpitTask, TaskCockpit } from './cockpit-task.ts';
import { useCockpitTexts } from '../use-cockpit-texts.ts';
import { useResourceTexts } from '#web/kernel/resource/use-resource-texts.ts';

/** The actions on a cockpit, as a menu. */
export function useCockpitActions(
  openTask: (task: CockpitTask) => void,
): (cockpit: TaskCockpit) => readonly MenuItem[] {
  const text = useCockpitTexts();
  const resource = useResourceTexts();
  const reachReason = useReachReason();
  const { modules } = useSession();
  const file = useFileTexts();
  const download = useExport();
  return (cockpit) => {
    const { active } = cockpit.status;
    const disabledReason = reachReason(cockpit);
    const act = (
      is: Exclude<CockpitTask['is'], 'new' | 'import'>,
      label: string,
      icon: ReactNode,
    ): MenuItem => ({
      is: 'action',
      label,
      icon,
      // A copy is not shared.
      ...(is === 'duplicate' ? {} : { disabledReason }),
      run: () => openTask({ is, cockpit }),
    });
    return [
      act('rename', text('rename'), <IconPencil size={15} />),
      ...(modules.includes('sharing') ? [act('share', resource('share'), <IconShare3 size={15} />)] : []),
      act('owner', resource('ownerChange'), <IconUserShare size={15} />),
      act('duplicate', text('duplicate'), <IconCopy size={15} />),
      {
        is: 'action',
        label: file('export'),
        icon: <IconDownload size={15} />,
        run: () => download(cockpit),
      },
      act('replace', file('replaceFromFile'), <IconUpload size={15} />),
      act(
        'status',
        resource(active ? 'deactivate' : 'activate'),
        active ? <IconPlayerStop size={15} /> : <IconPlayerPlay size={15} />,
      ),
      { is: 'line', id: 'line' },
      act('remove', text('remove'), <IconTrash size={15} />),
    ];
  };
}
