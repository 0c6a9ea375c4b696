import styles from './bio-beginning.module.css';

interface BioBeginningProps {
  /** More than two lines of text. */
  text: string;
  name: string;
  /** Id of what has all of it. */
  target: string;
}

/** The first two lines of a bio in whole words, and the way to the rest. */
export function BioBeginning({ text, name, target }: BioBeginningProps) {
  return (
    <p className={styles.beginning}>
      <a href={`#${target}`} className={styles.more}>
        <span aria-hidden="true">… </span>
        <span className={styles.word}>more</span>
        <span className="visually-hidden"> about {name}</span>
      </a>
      {text}
    </p>
  );
}
