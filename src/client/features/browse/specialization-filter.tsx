import { type ComponentType, useState } from 'react';
import { reloadOnce } from '#client/lib/reload-once.ts';
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

  async function load() {
    if (menu) return;
    const { SpecializationMenu } = await import('./specialization-menu.tsx');
    setMenu({ Menu: SpecializationMenu });
  }
  const warmUp = () => void load().catch(() => undefined);

  const text = chosen.length > 0 ? `Specialities (${chosen.length})` : 'Specialities';
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
      onPointerEnter={warmUp}
      onTouchStart={warmUp}
      onFocus={warmUp}
      onClick={() => {
        load()
          .catch(reloadOnce)
          .catch(() => setOpen(false));
        setPressed(true);
        setOpen(true);
      }}
    >
      {text}
    </Button>
  );
}
