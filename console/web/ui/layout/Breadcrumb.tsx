import { IconChevronRight } from '@tabler/icons-react';
import { useUiTexts } from '../texts/en.ts';
import './breadcrumb.css';

interface Props {
  readonly names: readonly string[];
  /** Distinguishes it from another one on the page. */
  readonly label?: string;
}

/** The path of the page. The last name is the page itself. */
export function Breadcrumb({ names, label }: Props) {
  const text = useUiTexts();
  return (
    <nav className="tt-breadcrumb" aria-label={label ?? text('breadcrumb')}>
      <ol>
        {names.map((name, index) => (
          <li key={name} aria-current={index === names.length - 1 ? 'page' : undefined}>
            {index > 0 && <IconChevronRight size={12} aria-hidden="true" />}
            <span className="tt-ellipsis">{name}</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
