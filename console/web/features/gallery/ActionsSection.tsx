import { IconPin, IconRefresh } from '@tabler/icons-react';
import { Breadcrumb } from '#web/ui/layout/Breadcrumb.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Kbd } from '#web/ui/text/Kbd.tsx';
import { Menu } from '#web/ui/menu/Menu.tsx';
import { useGalleryTexts } from './texts/en.ts';

const nothing = () => undefined;

export function ActionsSection() {
  const text = useGalleryTexts();
  return (
    <div className="tt-gallery-line">
      <Button kind="primary">{text('primary')}</Button>
      <Button icon={<IconRefresh size={15} />}>{text('secondary')}</Button>
      <Button kind="quiet">{text('quiet')}</Button>
      <Button kind="danger">{text('danger')}</Button>
      <Button busy>{text('busy')}</Button>
      <Button disabledReason={text('refusedReason')}>{text('rejected')}</Button>
      <Button pressed>{text('pressed')}</Button>
      <IconButton label={text('icon')} icon={<IconPin size={16} />} />
      <IconButton pressed label={text('icon')} icon={<IconPin size={16} />} />
      <IconButton label={text('icon')} icon={<IconPin size={16} />} disabledReason={text('refusedReason')} />
      <Menu
        target={<Button>{text('menu')}</Button>}
        items={[
          { is: 'heading', label: text('menu') },
          { is: 'action', label: text('first'), chosen: true, run: nothing },
          { is: 'line', id: 'line' },
          { is: 'action', label: text('second'), run: nothing },
        ]}
      />
      <Kbd>Ctrl K</Kbd>
      <Breadcrumb label={text('actions')} names={[text('first'), text('second')]} />
    </div>
  );
}
