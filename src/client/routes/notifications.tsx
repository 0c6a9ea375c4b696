import { NotificationList } from '#client/features/notifications/notification-list.tsx';
import { useNotificationList } from '#client/features/notifications/use-notifications.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pages } from '#shared/pages.ts';

/** Where a push leads that tells of several news at once. */
export function Notifications() {
  const { notifications, unread, error, retry, markRead, readAll, isReadingAll } = useNotificationList();
  const { title } = pages.notifications;
  const isAllRead = unread === 0 || isReadingAll;
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
        <Button
          look="quiet"
          aria-disabled={isAllRead}
          aria-busy={isReadingAll || undefined}
          onClick={() => isAllRead || readAll()}
        >
          Mark all as read
        </Button>
      )}
    </Page>
  );
}
