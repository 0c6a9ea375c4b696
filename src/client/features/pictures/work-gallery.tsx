import { showFocused } from '#client/lib/focus.ts';
import { Ornament } from '#client/ui/ornament.tsx';
import type { Picture as WorkPicture } from '#shared/pictures.ts';
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
  return (
    <section aria-label={`Pictures of work by ${name}`} className={styles.gallery}>
      <ul className={styles.row} onFocus={showFocused}>
        {pictures.map(
          (picture, index) =>
            index > 0 && (
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
