import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { IconPencil } from '@tabler/icons-react';
import type { ClusterEntry } from '#schemas/cluster/cluster.ts';
import { warningText } from '#schemas/problem/warning.ts';
import { useResourceFacts } from '#web/kernel/resource/use-resource-facts.tsx';
import { useResourceTexts } from '#web/kernel/resource/use-resource-texts.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Drawer } from '#web/ui/Drawer.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { useClusterTexts } from './use-cluster-texts.ts';

interface Props {
  readonly cluster: ClusterEntry;
  /** Seen in the space of a customer. */
  readonly isPlaced: boolean;
  readonly refusal: string | undefined;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

function Names({ names }: { readonly names: readonly string[] }): ReactNode {
  return (
    <ul className="tt-cluster-members">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}

function useFaults({ faults, applications }: ClusterEntry): readonly string[] {
  const text = useClusterTexts();
  return faults.map((fault) => {
    if (fault.is === 'no sites') return text('noSites');
    const gone = applications.find(({ number }) => number === fault.application);
    return text('goneApplication', { name: gone?.name ?? String(fault.application) });
  });
}

/** What is shared between customers is edited in the multi-client space: there is the way. */
function EditElsewhere({ cluster: { resource: id, name } }: Pick<Props, 'cluster'>) {
  const text = useClusterTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  return (
    <>
      <Banner tone="info">{warningText('SHARED_BETWEEN_CUSTOMERS', language)}</Banner>
      <div>
        <Link
          className="tt-button"
          to="/mt/cluster"
          search={{ open: id }}
          aria-label={text('editElsewhereOf', { name })}
        >
          <IconPencil size={15} />
          {resource('editElsewhere')}
        </Link>
      </div>
    </>
  );
}

/** A cluster to read, beside the list. */
export function ClusterDetails({ cluster, isPlaced, refusal, onEdit, onClose }: Props) {
  const text = useClusterTexts();
  const resource = useResourceTexts();
  const { name, type, sites, applications, everySite } = cluster;
  const common = useResourceFacts(cluster);
  const faults = useFaults(cluster);
  const members = everySite ? text('everySiteShort') : <Names names={sites.map((site) => site.name)} />;
  return (
    <Drawer
      title={<span className="tt-cluster-title tt-ellipsis">{name}</span>}
      label={text('details', { name })}
      onClose={onClose}
    >
      <div className="tt-cluster-details">
        {faults.map((fault) => (
          <Banner key={fault} tone="warning">
            {fault}
          </Banner>
        ))}
        {isPlaced && cluster.edit === 'multi-client' ? (
          <EditElsewhere cluster={cluster} />
        ) : (
          <div>
            <Button icon={<IconPencil size={15} />} disabledReason={refusal} onClick={onEdit}>
              {resource('edit')}
            </Button>
          </div>
        )}
        <Facts
          facts={[
            [text('type'), text(type)],
            ...(type === 'area'
              ? []
              : [
                  [
                    text('applications'),
                    <Names key="applications" names={applications.map((one) => one.name)} />,
                  ] as const,
                ]),
            [text('sites'), members],
            ...common,
          ]}
        />
      </div>
    </Drawer>
  );
}
