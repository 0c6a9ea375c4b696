import { ButtonLink } from '#client/ui/button.tsx';
import { Ornament } from '#client/ui/ornament.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pagePath, pages } from '#shared/pages.ts';
import styles from './thank-you.module.css';

/** Specification 2, thank-you. */
export function ThankYou() {
  return (
    <Page title={pages.thankYou.title}>
      <div className={styles.picture}>
        <Ornament pattern="coil" id="thank-you" pair={1} width={760} height={170} />
      </div>
      <PageHeading lead="You are on the waitlist. We will sign you up and send you the details.">
        Email Verified!
      </PageHeading>
      <p className={styles.aside}>If you didn't expect our email, you can ignore it.</p>
      <div>
        <ButtonLink to={pagePath('home')}>Back to Home</ButtonLink>
      </div>
    </Page>
  );
}
