import { IconPalette } from '@tabler/icons-react';
import { brandPaints } from '#schemas/brand/paint.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Menu } from '#web/ui/menu/Menu.tsx';
import { useReportTexts } from '../texts/en.ts';

interface Props {
  /** What is painted. */
  readonly label: string;
  readonly onChoose: (paint: string) => void;
}

/** Chooses a colour of the customer or provider, which follows when they change it. */
export function BrandPaintMenu({ label, onChoose }: Props) {
  const text = useReportTexts();
  return (
    <Menu
      target={
        <IconButton small label={text('brandColor', { name: label })} icon={<IconPalette size={13} />} />
      }
      items={brandPaints.map((paint) => ({
        is: 'action',
        label: text(`paint_${paint}`),
        run: () => onChoose(paint),
      }))}
    />
  );
}
