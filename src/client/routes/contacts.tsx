import { besideList, ContactList } from '#client/features/contacts/contact-list.tsx';
import styles from '#client/features/contacts/contacts.module.css';
import { ReturnToDashboard } from '#client/features/dashboard/dashboard-fallbacks.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { useMedia } from '#client/ui/use-media.ts';
import { pages } from '#shared/pages.ts';

const { title } = pages.contacts;

/** The people of a professional, by name or by their latest appointment; where there is room, one is shown beside. */
export function Contacts() {
  const isWide = useMedia(besideList);
  return (
    <Page title={title} width={isWide ? 'wide' : 'middle'}>
      <PageHeading>{title}</PageHeading>
      <div className={styles.beside}>
        <ContactList />
        {isWide && <p className="soft">Choose a client to see their visits and your notes.</p>}
      </div>
      <ReturnToDashboard />
    </Page>
  );
}
