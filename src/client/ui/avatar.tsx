import styles from './avatar.module.css';
import { Picture } from './picture.tsx';

/** First letters of the first and last word; one word gives one letter, no word a dot. */
function initials(name: string) {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word));
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined].map((word) => word?.match(/\p{L}\p{M}*/u)?.[0] ?? '');
  return letters.join('').toLocaleUpperCase('en-AU') || '·';
}

interface AvatarProps {
  name: string;
  /** An address of a picture; when there is none, or it does not load, the initials stand in. */
  src?: string | null;
  /** Edge in CSS pixels. */
  size?: number;
  /** A border in the card's colour, for lying over an ornament. */
  ring?: boolean;
}

/** The name is next to it wherever it is used, so it says nothing itself. */
export function Avatar({ name, src, size = 72, ring }: AvatarProps) {
  return (
    <span
      className={[styles.avatar, ring && styles.ring].filter(Boolean).join(' ')}
      style={{ width: size, height: size, fontSize: size * 0.4 }}
      aria-hidden="true"
    >
      <Picture src={src} alt="" width={size} height={size} loading="lazy">
        {initials(name)}
      </Picture>
    </span>
  );
}
