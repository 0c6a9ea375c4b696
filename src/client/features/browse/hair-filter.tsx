import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { SelectField } from '#client/ui/text-field.tsx';
import { techniques, textureOf, textures } from '#shared/rules/hair.ts';
import { techniqueTitle, textureNames } from '#shared/texture-names.ts';
import styles from './more-filters.module.css';
import type { Filters } from './use-filters.ts';

const textureOptions = textures.map((value) => ({ value, label: textureNames[value] }));
const techniqueOptions = techniques.map((value) => ({ value, label: techniqueTitle(value) }));

interface HairFilterProps {
  filters: Filters;
  change: (next: Partial<Filters>) => void;
}

/** Who does hair like mine: a client's own texture is filled in with the first technique, or by one press. */
export function HairFilter({ filters: { texture, technique }, change }: HairFilterProps) {
  const isClient = useSession((session) => session.role === 'client');
  const { data } = trpc.hair.mine.useQuery(undefined, { enabled: isClient });
  const own = textureOf(data?.hair?.patterns);
  return (
    <fieldset className={`${styles.facts} ${styles.hair}`}>
      <legend>For my hair</legend>
      <SelectField
        label="Texture"
        emptyLabel="Any texture"
        options={textureOptions}
        value={texture}
        onChange={({ target }) => change({ texture: target.value })}
      />
      <SelectField
        label="Technique"
        emptyLabel="Any technique"
        options={techniqueOptions}
        value={technique}
        onChange={({ target: { value } }) =>
          change({ technique: value, ...(own && !technique && !texture ? { texture: own } : {}) })
        }
      />
      {own && texture !== own && (
        <Button look="quiet" onClick={() => change({ texture: own })}>
          Like mine: {textureNames[own]}
        </Button>
      )}
    </fieldset>
  );
}
