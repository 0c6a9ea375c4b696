import { trpc } from '#client/lib/trpc.ts';
import { Link } from '#client/ui/link.tsx';
import { contactEmail, MINUTE } from '#shared/constants.ts';
import { findPageOf } from '#shared/find-pages.ts';
import { pagePath } from '#shared/pages.ts';
import styles from './site-footer.module.css';

export function SiteFooter() {
  const { data } = trpc.professionals.findPages.useQuery(undefined, { staleTime: MINUTE });
  const finds = data?.pages ?? [];
  return (
    <footer className={styles.footer}>
      {finds.length > 0 && (
        <nav className={styles.finds} aria-label="Find by city">
          <ul>
            {finds.map(({ specialization, city }) => (
              <li key={`${specialization} ${city}`}>
                <Link to={pagePath('find', { specialization, city })}>{findTitle(specialization, city)}</Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
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

function findTitle(specialization: string, city: string) {
  const page = findPageOf(specialization, city);
  return page && `${page.specialization.plural} in ${page.city.name}`;
}
