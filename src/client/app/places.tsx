import { useUnread } from '#client/features/messages/use-unread.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Link } from '#client/ui/link.tsx';
import { type PageName, pageAt, pagePath } from '#shared/pages.ts';
import styles from './places.module.css';

const places = [
  {
    page: 'professionalDashboard',
    name: 'Today',
    icon: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7.5V12l3 2',
    within: [],
  },
  {
    page: 'calendar',
    name: 'Calendar',
    icon: 'M4 6h16v14H4zM4 11h16M8.5 3v5M15.5 3v5',
    within: ['writeIn', 'bookingDetails', 'updateBooking', 'changeTime'],
  },
  {
    page: 'contacts',
    name: 'Clients',
    icon: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-3.6 3.8-5 7.5-5s6.7 1.4 7.5 5',
    within: ['contact', 'clientPublicProfile', 'importContacts'],
  },
  {
    page: 'ownServices',
    name: 'Services',
    icon: 'M6 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM6 21a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8.4 7.8 20 18M8.4 16.2 20 6',
    within: ['createService', 'editService'],
  },
  {
    page: 'more',
    name: 'More',
    icon: 'M5 12h.01M12 12h.01M19 12h.01',
    within: [
      ...(['setHours', 'setAvailability', 'editAvailability', 'ownPictures', 'editProfessionalProfile'] as const),
      ...(['messages', 'notifications', 'ownDeposits', 'myReviews', 'insights', 'settings'] as const),
    ],
  },
] as const satisfies readonly { page: PageName; name: string; icon: string; within: readonly PageName[] }[];

/** A professional's five places, at the bottom of a phone's screen, else at its side, and the way to add a booking. */
export function Places({ pathname }: { pathname: string }) {
  const shown = pageAt(pathname)?.name;
  const unread = useUnread();
  return (
    <nav className={styles.places} aria-label="Dashboard">
      <Link to={pagePath('writeIn')} className={styles.add} aria-current={shown === 'writeIn' ? 'page' : undefined}>
        <span className={styles.plus}>
          <Icon size={24} strokeWidth={2} path="M12 5v14M5 12h14" />
        </span>
        <span className="unseen-on-phone">Add booking</span>
      </Link>
      {places.map(({ page, name, icon, within }) => (
        <Link
          key={page}
          to={pagePath(page)}
          aria-current={shown === page ? 'page' : within.some((one) => one === shown) || undefined}
        >
          <Icon size={24} strokeWidth={name === 'More' ? 3 : 2} path={icon} />
          {name}
          {name === 'More' && unread > 0 && (
            <span className={styles.unread}>
              {unread > 99 ? '99+' : unread}
              <span className="visually-hidden"> unread messages</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
