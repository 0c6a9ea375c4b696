import { createPortal } from 'react-dom';
import { professionalTypeNames } from '#client/features/professional/professional-type.ts';
import { QrCode } from '#client/features/share/qr-code.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { EmptyState, Failure, FormMessage } from '#client/ui/message.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { pagePath, pages } from '#shared/pages.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { handlePath } from '#shared/rules/handle.ts';
import { spelled } from '#shared/spelled.ts';
import styles from './poster.module.css';

const { title } = pages.poster;

/** What leads to a professional's page from paper: a sheet for the wall, and a card (contract 27). */
export function Poster() {
  const { data: profile, error, refetch } = trpc.professionals.profile.useQuery();
  return (
    <Page title={title}>
      <PageHeading lead="The code opens your page, where clients see your times.">{title}</PageHeading>
      {profile ? (
        <Sheets profile={profile} />
      ) : error ? (
        <Failure text="We couldn't load your poster." retry={refetch} />
      ) : (
        <Skeleton height="480px" />
      )}
    </Page>
  );
}

function Sheets({ profile: { handle, is_active, ...profile } }: { profile: OwnProfessional }) {
  if (handle === null) {
    return (
      <EmptyState text="First choose your booking link. It stays yours, so what you print keeps working.">
        <ButtonLink to={pagePath('editProfessionalProfile')}>Choose your booking link</ButtonLink>
      </EmptyState>
    );
  }
  const specialities = profile.specializations.map(({ name }) => spelled(name)).join(', ');
  const about = (
    <>
      <p className={styles.name}>
        <bdi>{profile.display_name}</bdi>
      </p>
      <p>{specialities || professionalTypeNames[profile.professional_type]}</p>
    </>
  );
  const address = window.location.host + handlePath(handle);
  const code = <QrCode text={`${window.location.origin}${handlePath(handle)}?from=qr`} className={styles.code} />;
  const sheets = (
    <>
      <section className={styles.poster} aria-label="Poster">
        {about}
        {code}
        <p>Scan to see free times and book</p>
        <p className={styles.address}>{address}</p>
      </section>
      <section className={styles.card} aria-label="Card">
        {code}
        <div>
          {about}
          <p className={styles.address}>{address}</p>
        </div>
      </section>
    </>
  );
  return (
    <>
      <div className={styles.ways}>
        {!is_active && <FormMessage tone="wait">Nobody can open your page yet: your profile is inactive.</FormMessage>}
        <Button onClick={() => window.print()}>Print</Button>
        {is_active && (
          <p className="soft">
            Or take the code alone:{' '}
            <a href={`${handlePath(handle)}/qr.png?size=2048`} download>
              PNG
            </a>{' '}
            or{' '}
            <a href={`${handlePath(handle)}/qr.svg`} download>
              SVG
            </a>
            .
          </p>
        )}
      </div>
      <div className={styles.sheets}>{sheets}</div>
      {createPortal(<div className={styles.paper}>{sheets}</div>, document.body)}
    </>
  );
}
