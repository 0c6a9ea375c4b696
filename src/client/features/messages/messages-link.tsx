import { CountBadge } from '#client/ui/count-badge.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Link } from '#client/ui/link.tsx';
import { pagePath } from '#shared/pages.ts';
import styles from './messages-link.module.css';
import { useUnread } from './use-unread.ts';

/** The way to the messages beside the bell, with how many are unread. */
export function MessagesLink() {
  const unread = useUnread();
  return (
    <Link
      className={styles.link}
      to={pagePath('messages', { threadId: '' })}
      aria-label={unread > 0 ? `Messages, ${unread} unread` : 'Messages'}
    >
      <Icon size={24} path="M3.5 5.5h17v13h-17zM4 6.5l8 6.5 8-6.5" />
      <CountBadge count={unread} />
    </Link>
  );
}
