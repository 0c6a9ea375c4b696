import { MarkAllRead } from '#client/features/notifications/mark-all-read.tsx';
import { NotificationList } from '#client/features/notifications/notification-list.tsx';
import { useNotificationList } from '#client/features/notifications/use-notifications.ts';
import { Card } from '#client/ui/card.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pages } from '#shared/pages.ts';

/** Where a push leads that tells of several news at once. */
export function Notifications() {
  const { notifications, unread, error, retry, markRead, readAll, isReadingAll } = useNotificationList();
  const { title } = pages.notifications;
  return (
    <Page title={title}>
      <PageHeading>{title}</PageHeading>
      <Card>
        <NotificationList
          notifications={notifications}
          error={error}
          retry={retry}
          markRead={markRead}
          onLeave={() => {}}
          whole
        />
      </Card>
      {notifications && notifications.length > 0 && (
        <MarkAllRead unread={unread} isReadingAll={isReadingAll} readAll={readAll} />
      )}
    </Page>
  );
}
