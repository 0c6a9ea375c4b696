import { useViewerZone } from '#client/lib/viewer-zone.ts';
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
}

/** Newest first. Clicking an unread one marks it as read. */
export function NotificationList({ notifications, error, retry, markRead }: NotificationListProps) {
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
    return (
      <p className={styles.empty}>Nothing yet. When something happens to one of your bookings, you read it here.</p>
    );
  }
  return (
    <ul className={styles.list}>
      {notifications.map(({ id, message, created_at, is_read }) => (
        <li key={id}>
          <button
            type="button"
            className={styles.one}
            data-read={is_read}
            aria-disabled={is_read}
            onClick={() => is_read || markRead(id)}
          >
            {!is_read && <span className="visually-hidden">Unread: </span>}
            <span className={styles.message}>
              <WholeTimes text={message} />
            </span>
            <time className={styles.time} dateTime={created_at}>
              {formatShortDateTime(Date.parse(created_at), zone)}
            </time>
          </button>
        </li>
      ))}
    </ul>
  );
}
