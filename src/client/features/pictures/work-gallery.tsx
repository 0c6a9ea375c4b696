import { useState } from 'react';
import { showFocused } from '#client/lib/focus.ts';
import { Ornament } from '#client/ui/ornament.tsx';
import { ChoiceChips } from '#client/ui/toggles.tsx';
import type { Picture as WorkPicture } from '#shared/pictures.ts';
import { textures } from '#shared/rules/hair.ts';
import { textureNames } from '#shared/texture-names.ts';
import { CardPicture } from './card-picture.tsx';
import type { useLightbox } from './use-lightbox.tsx';
import styles from './work-gallery.module.css';

interface WorkGalleryProps {
  /** Of whom they are. */
  name: string;
  pictures: readonly WorkPicture[];
  opener: ReturnType<typeof useLightbox>['opener'];
}

/** A professional's pictures of work after the first, which begins the page, in a row; each opens large. */
export function WorkGallery({ name, pictures, opener }: WorkGalleryProps) {
  const [texture, setTexture] = useState('');
  const tagged = textures.filter((one) => pictures.some((picture) => picture.texture === one));
  return (
    <section id="pictures-of-work" aria-label={`Pictures of work by ${name}`} className={styles.gallery}>
      {tagged.length > 0 && (
        <ChoiceChips
          label="Pictures on this hair"
          options={[{ value: '', label: 'All' }, ...tagged.map((value) => ({ value, label: textureNames[value] }))]}
          value={texture}
          onChange={setTexture}
        />
      )}
      <ul className={styles.row} onFocus={showFocused}>
        {pictures.map(
          (picture, index) =>
            (texture === '' ? index > 0 : picture.texture === texture) && (
              <li key={picture.id}>
                <button className={styles.picture} {...opener(index)}>
                  <CardPicture
                    picture={{ ...picture, alt: '' }}
                    tall
                    width={200}
                    sizes="(max-width: 767px) 132px, 200px"
                  >
                    <Ornament pattern="coil" id={picture.id} width={200} height={250} />
                  </CardPicture>
                </button>
              </li>
            ),
        )}
      </ul>
    </section>
  );
}
