import { useState } from 'react';
import { CopyButton } from '#web/ui/button/CopyButton.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { ScrollRegion } from '#web/ui/layout/ScrollRegion.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import type { ExporterIssue } from './exporter-issues.ts';
import {
  commandsFor,
  isMended,
  platformNames,
  platforms,
  type MendedIssue,
  type Platform,
} from './remedies.ts';
import { useCollectorTexts } from './texts/en.ts';

/** Each port of a collector accepts every protocol. */
const PORT = 2_055;
const isPlatform = (value: string): value is Platform => platforms.some((platform) => platform === value);

function Commands({ issue, platform }: { readonly issue: MendedIssue; readonly platform: Platform }) {
  const text = useCollectorTexts();
  const commands = commandsFor(issue, platform, PORT);
  const label = text('copyCommands', { issue: text(`sign_${issue}`) });
  return (
    <div className="tt-collector-commands">
      <ScrollRegion className="tt-collector-code" role="group" label={text(`sign_${issue}`)}>
        <pre>
          <code>{commands}</code>
        </pre>
      </ScrollRegion>
      <CopyButton label={label} value={commands} />
    </div>
  );
}

/** What the issues of an exporter mean, and what to type on the device. */
export function IssueHelp({ issues }: { readonly issues: readonly ExporterIssue[] }) {
  const text = useCollectorTexts();
  const [platform, setPlatform] = useState<Platform>('ios-xe');
  if (issues.length === 0) return null;
  const isTyped = issues.some(isMended);
  return (
    <section className="tt-collector-section">
      <h3>{text('issues')}</h3>
      {isTyped && (
        <Select
          label={text('platform')}
          options={platforms.map((value) => ({ value, label: platformNames[value] }))}
          value={platform}
          onChange={(value) => isPlatform(value) && setPlatform(value)}
        />
      )}
      {issues.map((issue) => (
        <div key={issue} className="tt-collector-issue">
          <Tag>{text(`sign_${issue}`)}</Tag>
          <p>{text(`explain_${issue}`)}</p>
          {isMended(issue) && <Commands issue={issue} platform={platform} />}
        </div>
      ))}
      {isTyped && <p className="tt-muted tt-caption">{text('typed')}</p>}
    </section>
  );
}
