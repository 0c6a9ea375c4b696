import { getQueryKey } from '@trpc/react-query';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { dot } from '#client/ui/dot.ts';
import { counted } from '#shared/counted.ts';
import { AdminList } from './admin-list.tsx';
import { Row } from './row.tsx';
import { useChange } from './use-change.ts';
import { When } from './when.tsx';

const kinds = { event: 'Event', mail: 'Email', push: 'Push' };

export function JobsPanel() {
  const { busy, run, client } = useChange();
  return (
    <AdminList
      queryKey={getQueryKey(trpc.admin.jobs, {}, 'infinite')}
      load={(page) => client.admin.jobs.query(page)}
      failedText="Failed to load jobs."
      empty={{ text: 'No failed jobs.', advice: 'Events, emails and pushes appear here after their last attempt.' }}
      row={({ id, kind, what, attempts, failed_at, error }) => (
        <Row
          key={id}
          title={`${kinds[kind]}: ${what}`}
          about={
            <>
              {counted(attempts, 'attempt')}
              {dot}
              <When at={failed_at} />
              {error && dot + error}
            </>
          }
        >
          <Button
            look="secondary"
            busy={busy}
            onClick={() => void run(() => client.admin.retryJob.mutate({ id }), 'Running it again.')}
          >
            Run again
          </Button>
        </Row>
      )}
    />
  );
}
