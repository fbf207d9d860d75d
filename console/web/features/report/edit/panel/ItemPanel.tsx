import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { IconSettings } from '@tabler/icons-react';
import { logoOwners } from '#schemas/brand/brand.ts';
import {
  imageFits,
  shapeKinds,
  strokeStyles,
  type Frame,
  type ItemOf,
  type ReportItem,
} from '#schemas/report/item.ts';
import { reportDocumentLimits } from '#schemas/limit/report.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useItemName } from '../../canvas/CanvasItem.tsx';
import { useImageSpace } from '../../images/image-space.ts';
import { imagesQuery } from '../../images/image-queries.ts';
import { ImageLibraryDialog } from '../../images/ImageLibraryDialog.tsx';
import { useReportTexts } from '../../texts/en.ts';
import type { Draft, ReportControl } from '../report-control.ts';
import { ColorField } from './ColorField.tsx';

interface Props<Item extends ReportItem> {
  readonly control: ReportControl;
  readonly item: Item;
}

type Recipe<Item extends ReportItem> = (item: Draft<Item>) => void;

/** Changes the item of a panel, which is of its kind. */
const changing =
  <Item extends ReportItem>({ control, item }: Props<Item>) =>
  (recipe: Recipe<Item>, mark?: string): void =>
    control.changeItem(item.id, (draft) => recipe(draft as Draft<Item>), mark);

const sides = ['x', 'y', 'width', 'height'] as const satisfies readonly (keyof Frame)[];

function FrameFields(props: Props<ReportItem>) {
  const text = useReportTexts();
  const { frame } = props.item;
  const change = changing(props);
  const { minSide, maxSide } = reportDocumentLimits;
  return (
    <div className="tt-report-pair">
      {sides.map((side) => (
        <NumberField
          key={side}
          label={text(`side_${side}`)}
          unit="px"
          value={Math.round(frame[side])}
          onChange={(value) => {
            if (value === null) return;
            const least = side === 'width' || side === 'height' ? minSide : -maxSide;
            change(({ frame: draft }) => {
              draft[side] = Math.min(maxSide, Math.max(least, value));
            }, `frame ${side}`);
          }}
        />
      ))}
    </div>
  );
}

interface DashletProps extends Props<ItemOf<'dashlet'>> {
  readonly onOpen: (item: ReportItem) => void;
}

function DashletFields({ onOpen, ...props }: DashletProps) {
  const text = useReportTexts();
  const { control, item } = props;
  const change = changing(props);
  return (
    <>
      <Button icon={<IconSettings size={15} />} onClick={() => onOpen(item)}>
        {text('dashletSettings')}
      </Button>
      <MultiSelect
        label={text('variables')}
        description={text('variablesOfDashletHint')}
        options={control.document.variables.map(({ name, choice }) => ({ value: choice.id, label: name }))}
        values={item.variables}
        onChange={(variables) => change((draft) => void (draft.variables = [...variables]))}
      />
      <ColorField
        label={text('background')}
        value={item.background}
        onChange={(color) =>
          change((draft) => {
            if (color === undefined) delete draft.background;
            else draft.background = color;
          }, 'background')
        }
      />
    </>
  );
}

function TextFields({ onOpen, ...props }: Props<ItemOf<'text'>> & Pick<DashletProps, 'onOpen'>) {
  const text = useReportTexts();
  const { item } = props;
  const change = changing(props);
  const places = ['top', 'middle', 'bottom'] as const;
  return (
    <>
      <Button onClick={() => onOpen(item)}>{text('writeText')}</Button>
      <Select
        label={text('vertical')}
        options={places.map((value) => ({ value, label: text(`vertical_${value}`) }))}
        value={item.vertical}
        onChange={(value) =>
          change((draft) => void (draft.vertical = places.find((one) => one === value) ?? 'top'))
        }
      />
      <NumberField
        label={text('padding')}
        unit="px"
        value={item.padding}
        onChange={(value) =>
          change((draft) => void (draft.padding = Math.min(100, Math.max(0, value ?? 0))), 'padding')
        }
      />
      <ColorField
        label={text('background')}
        value={item.background}
        onChange={(color) =>
          change((draft) => {
            if (color === undefined) delete draft.background;
            else draft.background = color;
          }, 'background')
        }
      />
    </>
  );
}

const sources = ['library', ...logoOwners] as const;

function ImageFields(props: Props<ItemOf<'image'>>) {
  const text = useReportTexts();
  const { item } = props;
  const change = changing(props);
  const [isChoosing, setIsChoosing] = useState(false);
  const { data } = useQuery(imagesQuery(useImageSpace()));
  const name = data?.find(({ id }) => id === item.image)?.name;
  return (
    <>
      <Select
        label={text('logo')}
        options={sources.map((value) => ({ value, label: text(`logo_${value}`) }))}
        value={item.logo ?? 'library'}
        onChange={(value) =>
          change((draft) => {
            const owner = logoOwners.find((one) => one === value);
            if (owner === undefined) delete draft.logo;
            else draft.logo = owner;
          })
        }
      />
      {item.logo === undefined && (
        <>
          <p className="tt-muted">{name ?? text('imageMissing')}</p>
          <Button onClick={() => setIsChoosing(true)}>{text('chooseImage')}</Button>
        </>
      )}
      <Select
        label={text('fit')}
        options={imageFits.map((value) => ({ value, label: text(`fit_${value}`) }))}
        value={item.fit}
        onChange={(value) =>
          change((draft) => void (draft.fit = imageFits.find((one) => one === value) ?? 'contain'))
        }
      />
      <TextField
        label={text('alt')}
        description={text('altHint')}
        value={item.alt}
        onChange={(alt) => change((draft) => void (draft.alt = alt), 'alt')}
      />
      {isChoosing && (
        <ImageLibraryDialog
          onChoose={({ id }) => {
            change((draft) => void (draft.image = id));
            setIsChoosing(false);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </>
  );
}

function ShapeFields(props: Props<ItemOf<'shape'>>) {
  const text = useReportTexts();
  const { item } = props;
  const change = changing(props);
  const isLine = item.shape === 'line' || item.shape === 'arrow';
  return (
    <>
      <Select
        label={text('shape')}
        options={shapeKinds.map((value) => ({ value, label: text(`shape_${value}`) }))}
        value={item.shape}
        onChange={(value) =>
          change((draft) => void (draft.shape = shapeKinds.find((one) => one === value) ?? 'rectangle'))
        }
      />
      {!isLine && (
        <ColorField
          label={text('fill')}
          value={item.fill}
          onChange={(color) =>
            change((draft) => {
              if (color === undefined) delete draft.fill;
              else draft.fill = color;
            }, 'fill')
          }
        />
      )}
      <ColorField
        label={text('stroke')}
        value={item.stroke}
        onChange={(color) =>
          change((draft) => {
            if (color === undefined) delete draft.stroke;
            else draft.stroke = color;
          }, 'stroke')
        }
      />
      <NumberField
        label={text('strokeWidth')}
        unit="px"
        decimals={1}
        value={item.strokeWidth}
        onChange={(value) =>
          change((draft) => void (draft.strokeWidth = Math.min(100, Math.max(0, value ?? 1))), 'stroke width')
        }
      />
      <Select
        label={text('strokeStyle')}
        options={strokeStyles.map((value) => ({ value, label: text(`stroke_${value}`) }))}
        value={item.strokeStyle}
        onChange={(value) =>
          change((draft) => void (draft.strokeStyle = strokeStyles.find((one) => one === value) ?? 'solid'))
        }
      />
      {item.shape === 'rectangle' && (
        <NumberField
          label={text('radius')}
          unit="px"
          value={item.radius}
          onChange={(value) =>
            change((draft) => void (draft.radius = Math.min(500, Math.max(0, value ?? 0))), 'radius')
          }
        />
      )}
    </>
  );
}

function KindFields({ control, item, onOpen }: Props<ReportItem> & Pick<DashletProps, 'onOpen'>) {
  switch (item.kind) {
    case 'dashlet':
      return <DashletFields control={control} item={item} onOpen={onOpen} />;
    case 'text':
      return <TextFields control={control} item={item} onOpen={onOpen} />;
    case 'image':
      return <ImageFields control={control} item={item} />;
    case 'shape':
      return <ShapeFields control={control} item={item} />;
  }
}

/** Place and look of the selected item. */
export function ItemPanel({ control, item, onOpen }: Props<ReportItem> & Pick<DashletProps, 'onOpen'>) {
  const text = useReportTexts();
  const nameOf = useItemName();
  return (
    <section className="tt-report-section" aria-label={nameOf(item)}>
      <h2>{nameOf(item)}</h2>
      <KindFields control={control} item={item} onOpen={onOpen} />
      <FrameFields control={control} item={item} />
      <Switch
        label={text('locked')}
        checked={item.locked}
        onChange={(locked) => control.changeItem(item.id, (draft) => void (draft.locked = locked))}
      />
    </section>
  );
}
