import { Popover } from 'radix-ui';
import { useId, useState } from 'react';
import { Reconnecting } from '#client/features/live/reconnecting.tsx';
import { MessagesLink } from '#client/features/messages/messages-link.tsx';
import { useBoundPush } from '#client/features/push/use-bound-push.ts';
import { useSession } from '#client/lib/session.ts';
import { BackCloses } from '#client/ui/back-closes.tsx';
import { ClosingMotion } from '#client/ui/closing-motion.tsx';
import { CountBadge } from '#client/ui/count-badge.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Link } from '#client/ui/link.tsx';
import menu from '#client/ui/menu.module.css';
import { pagePath } from '#shared/pages.ts';
import { MarkAllRead } from './mark-all-read.tsx';
import styles from './notification-bell.module.css';
import { NotificationList } from './notification-list.tsx';
import { useNotifications } from './use-notifications.ts';

const bell = 'M6 17v-6a6 6 0 0 1 12 0v6l2 2H4zM10 22h4';

/**
 * The bell of the header with its badge and menu (specification 2), for everyone logged in. It holds the browser's live
 * connection, too.
 */
export function NotificationBell() {
  const { notifications, unread, newest, error, retry, markRead, readAll, isReadingAll, lostSince } =
    useNotifications();
  const { role } = useSession();
  useBoundPush();
  const [open, setOpen] = useState(false);
  const title = useId();

  return (
    <>
      {role !== 'admin' && <MessagesLink />}
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger
          className={styles.bell}
          aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        >
          <Icon size={24} path={bell} />
          <CountBadge count={unread} />
        </Popover.Trigger>
        <Popover.Content
          className={`${menu.panel} ${styles.panel}`}
          align="end"
          sideOffset={8}
          collisionPadding={20}
          aria-labelledby={title}
        >
          <ClosingMotion />
          <BackCloses />
          <div className={styles.head}>
            <p id={title} className={`figure ${styles.title}`}>
              Notifications
            </p>
            <MarkAllRead unread={unread} isReadingAll={isReadingAll} readAll={readAll} />
          </div>
          <NotificationList
            notifications={notifications}
            error={error}
            retry={retry}
            markRead={markRead}
            onLeave={() => setOpen(false)}
          />
          {role !== 'admin' && (
            <Link className={menu.item} to={pathOfBookings(role)} onClick={() => setOpen(false)}>
              See my bookings
            </Link>
          )}
        </Popover.Content>
      </Popover.Root>
      <p className="visually-hidden" role="status">
        {newest && `New notification: ${newest.message}`}
      </p>
      <Reconnecting since={lostSince} />
    </>
  );
}

function pathOfBookings(role: string | null) {
  return role === 'client' ? pagePath('clientProfile') : `${pagePath('professionalDashboard')}?tab=bookings`;
}
