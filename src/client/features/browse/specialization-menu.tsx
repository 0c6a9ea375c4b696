import type { ReactNode } from 'react';
import type { Facets } from '#client/lib/use-pages.ts';
import { DropdownMenu, MenuChoice } from '#client/ui/dropdown-menu.tsx';
import { specializations } from '#shared/constants.ts';
import { spelled } from '#shared/spelled.ts';
import { ofFacet } from './facet-counts.ts';

export interface SpecializationMenuProps {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  facets?: Facets | undefined;
}

export function SpecializationMenu({
  trigger,
  open,
  onOpenChange,
  chosen,
  onChange,
  facets,
}: SpecializationMenuProps & { trigger: ReactNode; open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <DropdownMenu align="start" trigger={trigger} open={open} onOpenChange={onOpenChange}>
      {specializations.map(({ id, name }) => (
        <MenuChoice
          key={id}
          chosen={chosen.includes(name)}
          onChange={(isChosen) => onChange(isChosen ? [...chosen, name] : chosen.filter((other) => other !== name))}
        >
          {spelled(name)}
          <Count of={ofFacet(facets?.specializations, [name])} />
        </MenuChoice>
      ))}
    </DropdownMenu>
  );
}

/** Not a part of the choice's name. */
function Count({ of }: { of: number | undefined }) {
  return (
    of !== undefined && (
      <span className="soft" aria-hidden="true">
        {of}
      </span>
    )
  );
}
