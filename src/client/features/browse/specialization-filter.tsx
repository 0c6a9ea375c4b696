import { type ComponentType, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import type { SpecializationMenu, SpecializationMenuProps } from './specialization-menu.tsx';

type Menu = ComponentType<Parameters<typeof SpecializationMenu>[0]>;

/**
 * A button with the number of chosen specializations. The menu's code is large, so it loads on hover, touch or focus; a
 * failed load is repeated at the next press.
 */
export function SpecializationFilter({ chosen, onChange, facets }: SpecializationMenuProps) {
  const [open, setOpen] = useState(false);
  const [pressed, setPressed] = useState(false);
  const [menu, setMenu] = useState<{ Menu: Menu }>();

  function load() {
    if (menu) return;
    import('./specialization-menu.tsx').then(
      (code) => setMenu({ Menu: code.SpecializationMenu }),
      () => setOpen(false),
    );
  }

  const text = chosen.length > 0 ? `Specializations (${chosen.length})` : 'Specializations';
  // Replaced on the first press only: replacing a focused button would lose the focus.
  if (menu && pressed) {
    return (
      <menu.Menu
        trigger={<Button look="secondary">{text}</Button>}
        open={open}
        onOpenChange={setOpen}
        chosen={chosen}
        onChange={onChange}
        facets={facets}
      />
    );
  }
  return (
    <Button
      look="secondary"
      data-scripted
      aria-haspopup="menu"
      aria-expanded={open}
      onPointerEnter={load}
      onTouchStart={load}
      onFocus={load}
      onClick={() => {
        load();
        setPressed(true);
        setOpen(true);
      }}
    >
      {text}
    </Button>
  );
}
