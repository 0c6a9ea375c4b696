import styles from './form.module.css';

/**
 * Beside Save, as long as what stands in the fields is not what is kept: a draft never looks kept. `isOld`: what is
 * kept became another thing since it was typed.
 */
export function NotSaved({ isOld = false }: { isOld?: boolean }) {
  return (
    <p role="status" className={styles.draft}>
      <span>Not saved</span>
      {isOld && <span> – changed on another device since. Saving replaces that.</span>}
    </p>
  );
}
