import type { ReactNode } from 'react';
import { DropdownMenu, MenuChoice } from '#client/ui/dropdown-menu.tsx';
import { specializations } from '#shared/constants.ts';

export interface SpecializationMenuProps {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

export function SpecializationMenu({
  trigger,
  open,
  onOpenChange,
  chosen,
  onChange,
}: SpecializationMenuProps & { trigger: ReactNode; open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <DropdownMenu align="start" trigger={trigger} open={open} onOpenChange={onOpenChange}>
      {specializations.map(({ id, name }) => (
        <MenuChoice
          key={id}
          chosen={chosen.includes(name)}
          onChange={(isChosen) => onChange(isChosen ? [...chosen, name] : chosen.filter((other) => other !== name))}
        >
          {name}
        </MenuChoice>
      ))}
    </DropdownMenu>
  );
}
