import { useId } from 'react';
import { useUnread } from '#client/features/messages/use-unread.ts';
import { ShareButton } from '#client/features/share/share-button.tsx';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Card } from '#client/ui/card.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Link } from '#client/ui/link.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pagePath, pages } from '#shared/pages.ts';
import styles from './more.module.css';

const { title } = pages.more;

const messagesText = (unread: number) => (unread > 0 ? `${unread} unread` : 'Talk with your clients');

/** What is changed now and then: hours, pictures, profile, figures, reviews, settings, and what is shared. */
export function More() {
  const professionalId = useSession((session) => session.professional_id);
  const { data: profile } = trpc.professionals.profile.useQuery();
  return (
    <Page title={title} width="middle">
      <PageHeading>{title}</PageHeading>
      <Card rows>
        <Row to={pagePath('messages', { threadId: '' })} name="Messages" text={messagesText(useUnread())} />
        <Row to={pagePath('setHours')} name="Hours" text="Weekly hours, special days, holidays and time off" />
        <Row to={pagePath('ownPictures')} name="Pictures" text="The work you show on your page" />
        <Row to={pagePath('editProfessionalProfile')} name="Profile" text="Name, place, bio and booking rules" />
        {professionalId && (
          <Row to={pagePath('publicProfessional', { professionalId })} name="Your page" text="See what clients see" />
        )}
        <Row to={pagePath('ownDeposits')} name="Deposits" text="What clients pay ahead, and where it goes" />
        <Row to={pagePath('insights')} name="Insights" text="What you earned, and when you're full" />
        <Row to={pagePath('myReviews')} name="Reviews" text="What your clients say" />
        <Row to={pagePath('settings')} name="Settings" text="Email, password, notifications and calendar link" />
      </Card>
      {profile && <ShareButton professional={profile}>Share your page</ShareButton>}
    </Page>
  );
}

function Row({ to, name, text }: { to: string; name: string; text: string }) {
  const id = useId();
  return (
    <div className={styles.row}>
      <Link to={to} aria-describedby={id}>
        {name}
      </Link>
      <p id={id} className="soft">
        {text}
      </p>
      <Icon size={20} path="M7.5 4l6 6-6 6" />
    </div>
  );
}
