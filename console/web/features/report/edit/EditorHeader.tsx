import { Suspense, useState } from 'react';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChartLine,
  IconLetterT,
  IconPhoto,
  IconShape,
} from '@tabler/icons-react';
import { logoOwners } from '#schemas/brand/brand.ts';
import { reportDocumentLimits } from '#schemas/limit/report.ts';
import { shapeKinds, type ReportItem } from '#schemas/report/item.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Menu } from '#web/ui/menu/Menu.tsx';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useDashboardTexts } from '../../dashboard/texts/en.ts';
import { reportModes } from '../machine/modes.ts';
import { useReportPlace } from '../report-place.ts';
import { useReportTexts } from '../texts/en.ts';
import {
  newDashletItem,
  newLogoItem,
  newShapeItem,
  newTextItem,
  reportDashletTypes,
} from './item-recipes.ts';
import type { ReportControl } from './report-control.ts';

interface Props {
  readonly control: ReportControl;
  readonly mayNotSave: string | undefined;
  readonly onAdd: (item: ReportItem) => void;
  readonly onImages: () => void;
  readonly onDiscard: () => void;
  readonly onSave: () => void;
}

const DashletPicker = lazyOverlay(
  () => import('../../dashboard/edit/picker/DashletPicker.tsx'),
  'DashletPicker',
);

/** Adds items of each kind to the open page. */
function AddItems({ control, onAdd, onImages }: Pick<Props, 'control' | 'onAdd' | 'onImages'>) {
  const text = useReportTexts();
  const [isPicking, setIsPicking] = useState(false);
  const { page, newId } = control;
  const { maxItems } = reportDocumentLimits;
  const full = page.items.length >= maxItems ? text('fullPage', { max: maxItems }) : undefined;
  return (
    <>
      <Button icon={<IconChartLine size={15} />} disabledReason={full} onClick={() => setIsPicking(true)}>
        {text('kind_dashlet')}
      </Button>
      {isPicking && (
        <Suspense>
          <DashletPicker
            types={reportDashletTypes}
            onPick={(type) => {
              setIsPicking(false);
              onAdd(newDashletItem(type, newId(), page));
            }}
            onClose={() => setIsPicking(false)}
          />
        </Suspense>
      )}
      <Button
        icon={<IconLetterT size={15} />}
        disabledReason={full}
        onClick={() => onAdd(newTextItem(newId(), page, text('newText')))}
      >
        {text('kind_text')}
      </Button>
      <Menu
        target={
          <Button icon={<IconPhoto size={15} />} disabledReason={full}>
            {text('kind_image')}
          </Button>
        }
        items={[
          { is: 'action', label: text('fromLibrary'), run: onImages },
          ...logoOwners.map((owner) => ({
            is: 'action' as const,
            label: text(`logo_${owner}`),
            run: () => onAdd(newLogoItem(newId(), page, owner)),
          })),
        ]}
      />
      <Menu
        target={
          <Button icon={<IconShape size={15} />} disabledReason={full}>
            {text('kind_shape')}
          </Button>
        }
        items={shapeKinds.map((shape) => ({
          is: 'action',
          label: text(`shape_${shape}`),
          run: () => onAdd(newShapeItem(newId(), page, shape)),
        }))}
      />
    </>
  );
}

/** Name of the draft, what adds to it, and what becomes of it. */
export function EditorHeader(props: Props) {
  const { control, mayNotSave, onDiscard, onSave } = props;
  const text = useReportTexts();
  const words = useDashboardTexts();
  const { change } = useReportPlace();
  const { name, isChanged, isSaving, canUndo, canRedo, actor, mode } = control;
  const isSetup = mode === reportModes.setup;
  return (
    <PageHeader
      title={name}
      aside={
        <>
          <Tag tone={isChanged ? 'warning' : 'plain'}>{words(isChanged ? 'notSaved' : 'editing')}</Tag>
          <div className="tt-report-modes" role="group" aria-label={text('mode')}>
            <Button pressed={!isSetup} onClick={() => change({ setup: false }, true)}>
              {text('design')}
            </Button>
            <Button pressed={isSetup} onClick={() => change({ setup: true }, true)}>
              {text('setup')}
            </Button>
          </div>
        </>
      }
      actions={
        <>
          <IconButton
            label={words('undo')}
            icon={<IconArrowBackUp size={16} />}
            keys="Control+Z"
            disabledReason={canUndo ? undefined : words('nothingToUndo')}
            onClick={() => actor.send({ type: 'undo' })}
          />
          <IconButton
            label={words('redo')}
            icon={<IconArrowForwardUp size={16} />}
            keys="Control+Shift+Z"
            disabledReason={canRedo ? undefined : words('nothingToRedo')}
            onClick={() => actor.send({ type: 'redo' })}
          />
          {!isSetup && <AddItems {...props} />}
          {isChanged ? (
            <Button onClick={onDiscard}>{words('discard')}</Button>
          ) : (
            <Button
              onClick={() => change({ edit: false, setup: false, dashlet: undefined, page: undefined })}
            >
              {words('done')}
            </Button>
          )}
          <Button
            kind="primary"
            busy={isSaving}
            disabledReason={isChanged ? mayNotSave : words('nothingToSave')}
            onClick={onSave}
          >
            {words('save')}
          </Button>
        </>
      }
    />
  );
}
