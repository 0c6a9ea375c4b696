import { Link } from '#client/ui/link.tsx';
import { contactEmail } from '#shared/constants.ts';
import { pagePath } from '#shared/pages.ts';
import styles from './site-footer.module.css';

export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <div className={styles.bar}>
        <p>Saluni, made in Melbourne for hair of every texture.</p>
        <ul className={styles.links}>
          <li>
            <Link to={pagePath('privacyPolicy')}>Privacy Policy</Link>
          </li>
          <li>
            <Link to={pagePath('termsOfUse')}>Terms of Use</Link>
          </li>
          <li>
            <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
          </li>
        </ul>
      </div>
    </footer>
  );
}
