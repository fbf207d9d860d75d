import { useId } from 'react';
import { IconX } from '@tabler/icons-react';
import { fillOf, isBrandPaint } from '#schemas/brand/paint.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { BrandPaintMenu } from '../../brand/BrandPaintMenu.tsx';
import { useBrandStyle } from '../../brand/use-brand.ts';
import { useReportTexts } from '../../texts/en.ts';

interface Props {
  readonly label: string;
  /** Undefined: none. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A colour on paper, one of the brand, or none. */
export function ColorField({ label, value, onChange }: Props) {
  const text = useReportTexts();
  const id = useId();
  const brand = useBrandStyle();
  return (
    <div className="tt-report-color" style={brand}>
      <label htmlFor={id}>{label}</label>
      {isBrandPaint(value) ? (
        <output id={id} className="tt-report-paint">
          <span style={{ background: fillOf(value) }} />
          {text(`paint_${value}`)}
        </output>
      ) : (
        <input
          id={id}
          type="color"
          data-empty={value === undefined || undefined}
          value={value ?? '#ffffff'}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      <BrandPaintMenu label={label} onChoose={onChange} />
      {value !== undefined && (
        <IconButton
          small
          label={text('noColor', { name: label })}
          icon={<IconX size={13} />}
          onClick={() => onChange(undefined)}
        />
      )}
    </div>
  );
}
