import type { ReactNode } from 'react';
import { useViewerZone } from '#client/lib/viewer-zone.ts';
import { Link } from '#client/ui/link.tsx';
import { Failure } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { defaultTimeZone } from '#shared/constants.ts';
import type { Notification } from '#shared/notifications.ts';
import { formatShortDateTime } from '#shared/time.ts';
import styles from './notification-list.module.css';

interface NotificationListProps {
  notifications: readonly Notification[] | undefined;
  error: unknown;
  retry: () => unknown;
  markRead: (id: string) => void;
  /** Called when one leads to another page. */
  onLeave: () => void;
  /** It is on a page of its own, as long as it is. */
  whole?: boolean;
}

/** Newest first. */
export function NotificationList({
  notifications,
  error,
  retry,
  markRead,
  onLeave,
  whole = false,
}: NotificationListProps) {
  const zone = useViewerZone() ?? defaultTimeZone;
  if (!notifications) {
    return error ? (
      <Failure text="Failed to load notifications." retry={retry} />
    ) : (
      <div className={styles.list}>
        <p className="visually-hidden" role="status">
          Loading notifications...
        </p>
        <Skeleton height="76px" />
        <Skeleton height="76px" />
        <Skeleton height="76px" />
      </div>
    );
  }
  if (notifications.length === 0) {
    return <p className={styles.empty}>Nothing yet. When something happens with your bookings, you'll see it here.</p>;
  }
  return (
    <ul className={styles.list} data-scrolls={!whole}>
      {notifications.map((one) => (
        <li key={one.id}>
          <Way one={one} markRead={markRead} onLeave={onLeave}>
            {!one.is_read && <span className="visually-hidden">Unread: </span>}
            <span className={styles.message}>
              <WholeTimes text={one.message} />
            </span>
            <time className={styles.time} dateTime={one.created_at}>
              <WholeTimes text={formatShortDateTime(Date.parse(one.created_at), zone)} />
            </time>
          </Way>
        </li>
      ))}
    </ul>
  );
}

type WayProps = Pick<NotificationListProps, 'markRead' | 'onLeave'> & { one: Notification; children: ReactNode };

/** A tap marks it as read, and goes to what it is about. */
function Way({ one: { id, is_read, link }, markRead, onLeave, children }: WayProps) {
  const read = () => is_read || markRead(id);
  if (link === null) {
    return (
      <button type="button" className={styles.one} data-read={is_read} aria-disabled={is_read} onClick={read}>
        {children}
      </button>
    );
  }
  const leave = () => {
    read();
    onLeave();
  };
  return (
    <Link className={styles.one} data-read={is_read} to={link} onClick={leave}>
      {children}
    </Link>
  );
}
