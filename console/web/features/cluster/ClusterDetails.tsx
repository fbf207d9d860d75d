import type { ReactNode } from 'react';
import type { ClusterEntry } from '#schemas/cluster/cluster.ts';
import { EditElsewhere } from '#web/kernel/resource/EditElsewhere.tsx';
import { ResourceDetails } from '#web/kernel/resource/ResourceDetails.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { useClusterTexts } from './texts/en.ts';

interface Props {
  readonly cluster: ClusterEntry;
  /** Shown in the space of a customer. */
  readonly isPlaced: boolean;
  readonly disabledReason: string | undefined;
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
    const deleted = applications.find(({ number }) => number === fault.application);
    return text('deletedApplication', { name: deleted?.name ?? String(fault.application) });
  });
}

/** The details of a cluster next to the list. */
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
        isPlaced && cluster.edit === 'multi-client' ? (
          <EditElsewhere to="/mt/cluster" id={cluster.resource} name={name} />
        ) : undefined
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
