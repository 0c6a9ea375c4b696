import styles from './avatar.module.css';
import { Picture } from './picture.tsx';

/** Returns the first letters of the first and last word, one letter for one word, a dot without any letter. */
function initials(name: string) {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /\p{L}/u.test(word));
  const letters = [words.at(0), words.length > 1 ? words.at(-1) : undefined].map(
    (word) => word?.match(/\p{L}\p{M}*/u)?.[0] ?? '',
  );
  return letters.join('').toLocaleUpperCase('en-AU') || '·';
}

interface AvatarProps {
  name: string;
  /** URL of the picture. Without one, or if it does not load, the initials are shown. */
  src?: string | null;
  /** Edge in CSS pixels. */
  size?: number;
  /** Adds a border in the card's colour, for an avatar on top of an ornament. */
  ring?: boolean;
}

/** Hidden from screen readers: the name is always written next to it. */
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
