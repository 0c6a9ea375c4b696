import styles from './form.module.css';

/** Beside Save, as long as what stands in the fields is not what is kept: a draft never looks kept. */
export function NotSaved() {
  return (
    <p role="status" className={styles.draft}>
      Not saved
    </p>
  );
}
