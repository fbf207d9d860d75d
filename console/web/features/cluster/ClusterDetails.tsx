import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { IconPencil } from '@tabler/icons-react';
import type { ClusterEntry } from '#schemas/cluster/cluster.ts';
import { warningText } from '#schemas/problem/warning.ts';
import { ResourceDetails } from '#web/kernel/resource/ResourceDetails.tsx';
import { useResourceTexts } from '#web/kernel/resource/use-resource-texts.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/Banner.tsx';
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
export function ClusterDetails({ cluster, isPlaced, ...acts }: Props) {
  const text = useClusterTexts();
  const { name, type, sites, applications, everySite } = cluster;
  const faults = useFaults(cluster);
  const named = <Names names={applications.map((one) => one.name)} />;
  const members = everySite ? text('everySiteShort') : <Names names={sites.map((site) => site.name)} />;
  return (
    <ResourceDetails
      {...acts}
      resource={cluster}
      label={text('details', { name })}
      facts={[
        [text('type'), text(type)],
        ...(type === 'area' ? [] : [[text('applications'), named] as const]),
        [text('sites'), members],
      ]}
      elsewhere={
        isPlaced && cluster.edit === 'multi-client' ? <EditElsewhere cluster={cluster} /> : undefined
      }
    >
      {faults.map((fault) => (
        <Banner key={fault} tone="warning">
          {fault}
        </Banner>
      ))}
    </ResourceDetails>
  );
}
