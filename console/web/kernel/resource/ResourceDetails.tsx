import type { ReactNode } from 'react';
import { IconPencil } from '@tabler/icons-react';
import { Button } from '#web/ui/button/Button.tsx';
import { Drawer } from '#web/ui/dialog/Drawer.tsx';
import { Facts, type Fact } from '#web/ui/layout/Facts.tsx';
import type { PlacedResource } from './placed-resource.ts';
import { useResourceFacts } from './use-resource-facts.tsx';
import { useResourceTexts } from './texts/en.ts';

interface Props {
  readonly resource: PlacedResource;
  readonly label: string;
  /** Specific facts; the common fields follow. */
  readonly facts: readonly Fact[];
  readonly disabledReason: string | undefined;
  readonly onEdit: () => void;
  readonly onClose: () => void;
  /** Replaces the button where the resource cannot be edited. */
  readonly elsewhere?: ReactNode;
  /** Notice above the facts. */
  readonly children?: ReactNode;
}

/** Details of a resource next to the list. */
export function ResourceDetails({
  resource,
  label,
  facts,
  disabledReason,
  onEdit,
  onClose,
  ...shown
}: Props) {
  const text = useResourceTexts();
  const common = useResourceFacts(resource);
  const { elsewhere, children } = shown;
  return (
    <Drawer title={<h2>{resource.name}</h2>} label={label} onClose={onClose}>
      <div className="tt-drawer-parts">
        {children}
        {elsewhere ?? (
          <div>
            <Button icon={<IconPencil size={15} />} disabledReason={disabledReason} onClick={onEdit}>
              {text('edit')}
            </Button>
          </div>
        )}
        <Facts facts={[...facts, ...common]} />
      </div>
    </Drawer>
  );
}
